// The board as a drawing that is worked on: a space is chosen, and tokens are put on it.
import { byId, drawn, makeSvg, refill } from "./dom.js";
import { put, takeOff, toggleCube } from "./moves.js";
import { changed, current, facts, player, side, stackAt, view } from "./record.js";
import { problemsAt } from "./problems.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const LETTERS_ABOVE = 60;

const nameOf = (column, row) => `${"abcdefg"[column]}${row + 1}`;

const around = (space, key) => {
  const { columns } = side();
  const column = space.charCodeAt(0) - 97;
  const row = Number(space.slice(1)) - 1;
  if (key === "Home") return nameOf(column, 0);
  if (key === "End") return nameOf(column, columns[column] - 1);
  const [right, down] = ARROWS[key];
  const next = Math.min(Math.max(column + right, 0), columns.length - 1);
  return nameOf(next, Math.min(Math.max(row + down, 0), columns[next] - 1));
};

export const choose = (space, withFocus = true) => {
  view.space = space;
  changed();
  if (withFocus) byId("board").querySelector(`[data-key="${space}"]`).focus({ preventScroll: true });
};

const click = (space) => {
  choose(space);
  if (view.holds && view.hand) put(space, view.hand);
};

// Keys that belong to no other control are for the board, wherever the focus is.
export const press = (event) => {
  const { space } = view;
  const letter = event.key.toUpperCase();
  const isForControl = event.target !== document.body && !byId("board").contains(event.target);
  if (isForControl && (event.key in ARROWS || ["Home", "End", "Enter", " "].includes(event.key))) return;
  if (event.key in ARROWS || event.key === "Home" || event.key === "End") choose(around(space, event.key));
  else if (facts().tokens.some((token) => token.letter === letter)) put(space, letter);
  else if (letter === "C") toggleCube(space);
  else if (event.key === "Backspace") takeOff(space);
  else if (event.key === "Delete") takeOff(space, true);
  else if (event.key === "Enter" || event.key === " ") click(space);
  else return;
  event.preventDefault();
};

const told = (space, problems) => {
  const cubes = player().cubes || {};
  const cube = space in cubes ? `; cube${cubes[space] ? ` of the ${cubes[space]}` : ""}` : "";
  return `${space}: ${facts().stacks[stackAt(space)].words}${cube}${problems.map((problem) => `; ${problem.message}`).join("")}`;
};

const oneSpace = (space, [x, y]) => {
  const stack = facts().stacks[stackAt(space)];
  const problems = problemsAt(space);
  const cubes = player().cubes || {};
  const chosen = space === view.space;
  const [lidX, lidY] = stack.lid;
  return makeSvg(
    "g",
    {
      class: `space${stackAt(space) ? "" : " empty"}${chosen ? " chosen" : ""}`,
      transform: `translate(${x} ${y})`,
      role: "button",
      tabindex: chosen ? 0 : -1,
      "aria-label": told(space, problems),
      "aria-pressed": chosen,
      "data-key": space,
      onclick: () => click(space),
    },
    drawn(stack.ground, { class: "ground" }),
    drawn(stack.tokens),
    makeSvg("text", { y: -32, class: "space-name" }, space),
    space in cubes ? drawn(facts().cube, { transform: `translate(${lidX} ${lidY})` }) : null,
    space in cubes && cubes[space] ? makeSvg("text", { y: 40, class: "cube-card" }, cubes[space].slice(0, 12)) : null,
    problems.length ? drawn(facts().mark) : null,
    drawn(facts().frame, { class: "frame" }),
  );
};

export const showBoard = () => {
  const { box, columns, middles } = side();
  const board = byId("board");
  board.setAttribute("viewBox", box.join(" "));
  board.setAttribute("role", "application");
  board.setAttribute("aria-label", `Board of ${player().name}, side ${current().side}`);
  board.setAttribute("aria-describedby", "board-help");
  const letters = columns.map((_, column) => {
    const [x, y] = middles[nameOf(column, 0)];
    return makeSvg("text", { x, y: y - LETTERS_ABOVE + 4, class: "column-letter" }, "abcdefg"[column]);
  });
  const scoring = byId("show-scoring").checked && view.result ? view.result.scoring[view.player + 1] : "";
  refill(
    board,
    makeSvg("g", { "aria-hidden": "true" }, ...letters),
    makeSvg("g", {}, ...Object.entries(middles).map(([space, middle]) => oneSpace(space, middle))),
    drawn(scoring || "", { class: "scoring", "aria-hidden": "true" }),
  );
};

