// Problems at their places: a space, a card, a player, or the record.
import { byId, make } from "./dom.js";
import { current, view } from "./record.js";
import { forgetClaims, forgetCubes } from "./moves.js";

const all = () => (view.result ? view.result.problems : []);
const unescaped = (step) => step.replaceAll("~1", "/").replaceAll("~0", "~");

const playerOf = (problem) => {
  const part = /^\/players\/(\d+)/.exec(problem.pointer);
  return problem.player ? problem.player - 1 : part ? Number(part[1]) : null;
};

const cardOf = (problem) => {
  const part = /^\/players\/\d+\/cards\/([^/]+)/.exec(problem.pointer);
  return part && unescaped(part[1]);
};

export const problemsAt = (space) =>
  all().filter((problem) => playerOf(problem) === view.player && problem.space === space);
export const problemsOfCard = (id) =>
  all().filter((problem) => playerOf(problem) === view.player && cardOf(problem) === id);
export const problemsOfPlayer = (number) => all().filter((problem) => playerOf(problem) === number);

const placeOf = (problem, choose) => {
  if (problem.line) return make("b", {}, `Line ${problem.line}, column ${problem.column}: `);
  if (!choose) return problem.player ? make("b", {}, `Player ${problem.player}${problem.space ? `, ${problem.space}` : ""}: `) : null;
  if (!problem.space) return null;
  return make("button", { type: "button", class: "place-link", onclick: () => choose(problem.space) }, problem.space);
};

// A problem as a line of a list, with a way to choose its space if the list is the player's own.
export const item = (problem, choose) => {
  const place = placeOf(problem, choose);
  return make(
    "li",
    { "data-code": problem.code },
    make("p", {}, ...(place ? [place, " "] : []), make("span", {}, problem.message)),
    problem.hint ? make("p", { class: "hint" }, problem.hint) : null,
  );
};

export const showProblems = (choose) => {
  const { cards, cubes } = current().players[view.player];
  const here = problemsOfPlayer(view.player).filter((problem) => !(cards && cardOf(problem) in cards));
  byId("board-problems").replaceChildren(...here.map((problem) => item(problem, choose)));
  const remedy = (words, act) => {
    const button = make("button", { type: "button", class: "quiet", onclick: act }, words);
    byId("board-problems").append(make("li", { class: "remedy" }, button));
  };
  if (cubes && here.some((problem) => problem.pointer.includes("/cubes"))) remedy("Remove the cubes from the board", forgetCubes);
  if (here.some((problem) => problem.code === "score-mismatch")) remedy("Remove the claimed points", forgetClaims);
  const ofRecord = all().filter((problem) => playerOf(problem) === null);
  byId("record-problems").replaceChildren(...ofRecord.map((problem) => item(problem, choose)));
};
