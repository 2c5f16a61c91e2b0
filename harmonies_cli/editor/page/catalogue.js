// The catalogue of cards to choose from.
import { language } from "./cardline.js";
import { ladder, place } from "./cards.js";
import { byId, counted, make, picture, refill, say } from "./dom.js";
import { cardWords, current, edit, facts, player } from "./record.js";

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f\s'’-]/g, "").toLowerCase();
let added = null; // the card whose cubes the next digit sets

const holderOf = (id) => current().players.find((each) => each.cards && id in each.cards);

const namesOf = (card) => [card.id, ...Object.values(card.names).flat()].map(plain);

const isFound = (card) => {
  const wanted = plain(byId("search").value);
  const [colour, kind] = [byId("cube-on").value, byId("kind").value];
  return namesOf(card).some((name) => name.includes(wanted)) && (!colour || card.colour === colour) && (!kind || card.kind === kind);
};

const add = (card) => {
  edit((_, here) => {
    here.cards = { ...here.cards, [card.id]: 0 };
  });
  added = card;
  say(`${cardWords(card.id)} added to the cards of ${player().name}`);
  byId("search").value = "";
  show();
  byId("found").textContent = `${cardWords(card.id)} added: type its number of cubes, or the next name.`;
  byId("search").focus();
};

const entry = (card) => {
  const holder = holderOf(card.id);
  const [foreign] = language() === "en" ? [] : card.names[language()] || [];
  return make(
    "li",
    { "data-key": `${card.id}-entry` },
    make(
      "button",
      { type: "button", disabled: Boolean(holder), onclick: () => add(card), "data-card": card.id, "data-key": card.id },
      picture(card.drawing, { class: "habitat" }),
      make("strong", {}, cardWords(card.id)),
      foreign ? make("span", { class: "foreign" }, foreign) : null,
      ladder(card, card.cubes),
      holder ? make("span", { class: "holder" }, `${holder.name} has it`) : null,
    ),
  );
};

const show = () => {
  const cards = facts().cards.filter(isFound);
  refill(byId("catalogue-cards"), ...cards.map(entry));
  byId("found").textContent = cards.length ? counted(cards.length, "card") : "No card has this name.";
};

const chosen = () => {
  const wanted = plain(byId("search").value);
  const found = facts().cards.filter(isFound);
  const exact = found.filter((card) => namesOf(card).includes(wanted)); // before longer names that contain it
  const free = (exact.length ? exact : found).filter((card) => !holderOf(card.id));
  return free.length === 1 ? free[0] : null;
};

const press = (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    if (chosen()) add(chosen());
  } else if (/^[0-9]$/.test(event.key) && added && !byId("search").value) {
    event.preventDefault();
    place(added.id, Math.min(Number(event.key), added.cubes));
    byId("found").textContent = `${cardWords(added.id)}: ${player().cards[added.id]} of ${added.cubes} placed. Type the next name.`;
  }
};

export const beginCatalogue = () => {
  const dialog = byId("catalogue");
  for (const { colour } of facts().tokens) {
    if (facts().cards.some((card) => card.colour === colour)) byId("cube-on").append(make("option", { value: colour }, colour));
  }
  for (const id of ["search", "cube-on", "kind"]) byId(id).addEventListener("input", show);
  byId("search").addEventListener("keydown", press);
  byId("add-card").addEventListener("click", () => {
    byId("search").value = "";
    added = null;
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
