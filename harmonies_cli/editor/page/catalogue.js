// The catalogue of cards, to choose from.
import { byId, counted, make, picture, say } from "./dom.js";
import { ladder } from "./cards.js";
import { current, edit, facts, player } from "./record.js";

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f\s'’-]/g, "").toLowerCase();
const language = () => navigator.language.slice(0, 2);

const holderOf = (id) => current().players.find((each) => each.cards && id in each.cards);

const isFound = (card) => {
  const wanted = plain(byId("search").value);
  const names = [card.id, ...Object.values(card.names).flat()].map(plain);
  const [colour, kind] = [byId("cube-on").value, byId("kind").value];
  return names.some((name) => name.includes(wanted)) && (!colour || card.colour === colour) && (!kind || card.kind === kind);
};

const add = (card) => {
  edit((_, here) => {
    here.cards[card.id] = 0;
  });
  say(`${card.id} added to the cards of ${player().name}`);
  byId("catalogue").close();
};

const entry = (card) => {
  const holder = holderOf(card.id);
  const [foreign] = language() === "en" ? [] : card.names[language()] || [];
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", disabled: Boolean(holder), onclick: () => add(card), "data-card": card.id },
      picture(card.drawing, { class: "habitat" }),
      make("strong", {}, card.id),
      foreign ? make("span", { class: "foreign" }, foreign) : null,
      ladder(card, card.cubes),
      holder ? make("span", { class: "holder" }, `${holder.name} has it`) : null,
    ),
  );
};

const show = () => {
  const cards = facts().cards.filter(isFound);
  byId("catalogue-cards").replaceChildren(...cards.map(entry));
  byId("found").textContent = cards.length ? counted(cards.length, "card") : "No card has this name.";
};

export const beginCatalogue = () => {
  const dialog = byId("catalogue");
  for (const { colour } of facts().tokens) {
    if (facts().cards.some((card) => card.colour === colour)) byId("cube-on").append(make("option", { value: colour }, colour));
  }
  for (const id of ["search", "cube-on", "kind"]) byId(id).addEventListener("input", show);
  byId("search").addEventListener("keydown", (event) => {
    const free = byId("catalogue-cards").querySelectorAll("button:not(:disabled)");
    if (event.key !== "Enter" || free.length !== 1) return;
    event.preventDefault();
    free[0].click();
  });
  byId("add-card").addEventListener("click", () => {
    byId("search").value = "";
    show();
    dialog.showModal();
    byId("search").focus();
  });
  byId("close-catalogue").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => byId("add-card").focus());
};
