// The shown player's cards, and how many cubes have been placed from each.
import { byId, make, picture, refill, say } from "./dom.js";
import { setCards } from "./moves.js";
import { cardNamed, cardWords, edit, player, view } from "./record.js";
import { item, problemsOfCard } from "./problems.js";

export const place = (id, number) => {
  edit((_, here) => {
    here.cards[id] = number;
  });
  say(`${cardWords(id)}: ${number} placed`);
};

const remove = (id) => {
  const { [id]: _, ...others } = player().cards;
  setCards(view.player, others);
  say(`${cardWords(id)} removed`);
};

export const ladder = (card, placed) =>
  card.kind === "spirit"
    ? make("span", { class: "rule" }, card.rule)
    : make(
        "span",
        { class: "ladder", "aria-label": `worth ${card.points.join(", ")}` },
        ...card.points.map((points, step) => make("b", { class: step < placed ? "reached" : "" }, String(points))),
      );

const stepper = (id, placed, most) =>
  make(
    "span",
    { class: "stepper", role: "group", "aria-label": `Cubes placed from the ${cardWords(id)}` },
    make("button", { type: "button", "data-key": `${id}-less`, "aria-label": `one cube less from the ${cardWords(id)}`, disabled: placed <= 0, onclick: () => place(id, Math.min(placed, most + 1) - 1) }, "−"),
    make("output", { "aria-label": `${placed} of ${most} cubes placed` }, `${placed}/${most}`),
    make("button", { type: "button", "data-key": `${id}-more`, "aria-label": `one cube more from the ${cardWords(id)}`, disabled: placed >= most, onclick: () => place(id, Math.max(placed, -1) + 1) }, "+"),
  );

const row = ([id, placed]) => {
  const card = cardNamed(id);
  const problems = problemsOfCard(id);
  return make(
    "li",
    { class: `card${problems.length ? " faulty" : ""}`, "data-card": id },
    card ? picture(card.drawing, { class: "habitat" }) : make("span", { class: "habitat none" }, "?"),
    make(
      "div",
      { class: "card-line" },
      make("strong", {}, cardWords(id)),
      make("button", { type: "button", class: "quiet remove", "data-key": `${id}-remove`, "aria-label": `remove the ${cardWords(id)}`, onclick: () => remove(id) }, "×"),
    ),
    card ? make("div", { class: "card-line" }, ladder(card, placed), stepper(id, placed, card.cubes)) : null,
    problems.length ? make("ul", { class: "problems" }, ...problems.map((problem) => item(problem, () => undefined))) : null,
  );
};

export const showCards = () => {
  const { cards } = player();
  byId("unknown-cards").checked = !cards;
  if (!cards) refill(byId("cards"), make("p", { class: "help" }, "Without cards there are no animals and no total."));
  else if (!Object.keys(cards).length) refill(byId("cards"), make("p", { class: "help" }, "No cards yet."));
  else refill(byId("cards"), make("ul", { class: "hand" }, ...Object.entries(cards).map(row)));
};

export const beginCards = () =>
  byId("unknown-cards").addEventListener("change", (event) => {
    edit((_, here) => {
      if (event.target.checked) delete here.cards;
      else here.cards = {};
    });
  });
