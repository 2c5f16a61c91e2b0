// The tokens that can go on the chosen space, and the cube that can go there.
import { byId, drawn, make, makeSvg, refill } from "./dom.js";
import { cardsFor, nextTokens, put, setCube, takeOff, toggleCube } from "./moves.js";
import { problemsAt } from "./problems.js";
import { cardWords, changed, facts, player, stackAt, view } from "./record.js";

const UNKNOWN = "";

const use = (letter) => {
  if (!view.holds) put(view.space, letter);
  else {
    view.hand = view.hand === letter ? null : letter;
    changed();
  }
};

const tokenButton = ({ letter, colour, drawing }) =>
  make(
    "button",
    {
      type: "button",
      class: "token",
      tabindex: -1,
      "data-key": letter,
      "aria-label": view.holds ? `hold ${letter} ${colour}` : `${letter} ${colour} on ${view.space}`,
      "aria-pressed": view.holds ? String(view.hand === letter) : null,
      disabled: !view.holds && !nextTokens(view.space).includes(letter),
      onclick: () => use(letter),
    },
    makeSvg("svg", { viewBox: "-25 -14 50 28", "aria-hidden": "true" }, drawn(drawing)),
    " ",
    make("span", {}, colour),
  );

const cubeChoice = (space) => {
  const here = player();
  const isThere = here.cubes && space in here.cubes;
  const cards = cardsFor(space);
  const possible = isThere || (stackAt(space) && (cards.length || !here.cards));
  const button = make(
    "button",
    { type: "button", tabindex: -1, "data-key": "cube", "aria-pressed": String(Boolean(isThere)), disabled: !possible, onclick: () => toggleCube(space) },
    "Cube",
  );
  if (!isThere) return [button];
  const owner = here.cubes[space] ?? UNKNOWN;
  const ids = [...new Set([...cards, ...(owner === UNKNOWN ? [] : [owner])])];
  const choice = make(
    "select",
    { "data-key": "cube-card", "aria-label": `Card of the cube on ${space}`, onchange: (event) => setCube(space, event.target.value || null) },
    ...ids.map((id) => make("option", { value: id, selected: id === owner }, `of the ${cardWords(id)}`)),
    make("option", { value: UNKNOWN, selected: owner === UNKNOWN }, "unknown card"),
  );
  return [button, choice];
};

// A space's points, by the engine.
const why = (space) => {
  const items = view.result ? view.result.items : [];
  const here = items.filter((item) => item.player === view.player + 1 && item.spaces.includes(space));
  return here.map((item) => `; ${item.points} for ${item.row}: ${item.why}`).join("");
};

const fault = (problem) => make("span", { class: "space-fault" }, ` ${problem.message}`);

export const showPalette = () => {
  const { space } = view;
  const stack = stackAt(space);
  const what = view.holds ? (view.hand ? "tap the spaces" : "choose a token") : facts().stacks[stack].words;
  refill(
    byId("palette"),
    make("p", { class: "chosen-space" }, make("b", {}, view.holds ? "Hold" : space), ` ${what}${view.holds ? "" : why(space)}`, ...problemsAt(space).map(fault)),
    make("div", { class: "tokens" }, ...facts().tokens.map(tokenButton)),
    make(
      "div",
      { class: "row" },
      make("button", { type: "button", tabindex: -1, "data-key": "off", disabled: !stack, onclick: () => takeOff(space) }, "Take off"),
      make("button", { type: "button", tabindex: -1, "data-key": "empty", disabled: !stack, onclick: () => takeOff(space, true) }, "Empty"),
      ...cubeChoice(space),
    ),
  );
};
