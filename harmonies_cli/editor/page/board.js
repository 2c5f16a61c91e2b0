// The board as a drawing: choose a space on it, and see its stack.
import { byId, drawn, makeSvg, refill } from "./dom.js";
import { isDoubtful } from "./doubts.js";
import { put } from "./moves.js";
import { cardWords, changed, current, facts, player, side, stackAt, view } from "./record.js";
import { problemsAt } from "./problems.js";

const LETTERS_ABOVE = 60;

export const choose = (space, withFocus = true) => {
  view.space = space;
  changed();
  if (withFocus) byId("board").querySelector(`[data-key="${space}"]`).focus({ preventScroll: true });
};

const click = (space) => {
  choose(space);
  if (view.holds && view.hand) put(space, view.hand);
};

const description = (space, problems) => {
  const cubes = player().cubes || {};
  const cube = space in cubes ? `; cube${cubes[space] ? ` of the ${cardWords(cubes[space])}` : ""}` : "";
  const doubt = isDoubtful(space) ? `; in doubt, perhaps ${facts().stacks[player().doubts[space]].words}` : "";
  return `${space}: ${facts().stacks[stackAt(space)].words}${cube}${doubt}${problems.map((problem) => `; ${problem.message}`).join("")}`;
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
      class: `space${stackAt(space) ? "" : " empty"}${chosen ? " chosen" : ""}${isDoubtful(space) ? " doubtful" : ""}`,
      transform: `translate(${x} ${y})`,
      role: "button",
      tabindex: chosen ? 0 : -1,
      "aria-label": description(space, problems),
      "aria-pressed": String(chosen),
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
    const [x, y] = middles[`${"abcdefg"[column]}1`];
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

