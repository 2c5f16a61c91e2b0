// The last check before the table is cleared: the pieces on all boards, to compare with the typed ones.
import { byId, make } from "./dom.js";
import { cardWords, current, facts } from "./record.js";

const count = (board, letter) => Object.values(board).join("").split(letter).length - 1;

const row = ({ letter, colour, box }) => {
  const numbers = current().players.map(({ board }) => count(board, letter));
  const all = numbers.reduce((sum, number) => sum + number, 0);
  return make("tr", { class: all > box ? "faulty" : "" }, make("th", { scope: "row" }, colour),
    ...numbers.map((number) => make("td", {}, String(number))), make("td", {}, `${all} of ${box}`));
};

const sums = (label, numbers) =>
  make("tr", { class: "sum" }, make("th", { scope: "row" }, label), ...numbers.map((number) => make("td", {}, String(number))),
    make("td", {}, String(numbers.reduce((sum, number) => sum + number, 0))));

const cubesOf = ({ cards }) => Object.values(cards || {}).reduce((sum, cubes) => sum + cubes, 0);

const cardsOf = ({ name, cards }) => {
  const all = Object.entries(cards || {}).map(([id, cubes]) => `${cardWords(id)} ${cubes}`);
  return make("li", {}, make("b", {}, `${name}: `), !cards ? "cards unknown" : all.join(", ") || "no cards");
};

const show = () => {
  const { players } = current();
  byId("tally").replaceChildren(
    make("thead", {}, make("tr", {}, make("td", {}), ...players.map(({ name }) => make("th", { scope: "col" }, name)), make("th", { scope: "col" }, "all"))),
    make("tbody", {},
      ...facts().tokens.map(row),
      sums("tokens", players.map(({ board }) => Object.values(board).join("").length)),
      sums("stacks", players.map(({ board }) => Object.keys(board).length)),
      sums("cards", players.map(({ cards }) => Object.keys(cards || {}).length)),
      sums("cubes", players.map(cubesOf))),
  );
  byId("tally-cards").replaceChildren(...players.map(cardsOf));
};

export const beginTally = () => {
  const dialog = byId("tally-dialog");
  byId("check").addEventListener("click", () => {
    show();
    dialog.showModal();
  });
  byId("close-tally").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
};
