// The cards as one line of text, read by the engine, which also completes it.
import { byId, make, say } from "./dom.js";
import { tried } from "./files.js";
import { setCards } from "./moves.js";
import { post, postAtOnce } from "./server.js";
import { cardWords, current, endGroup, player, view } from "./record.js";

export const language = () => navigator.language.slice(0, 2);

let pending = Promise.resolve();
let asked = 0;
let readText = ""; // the last text that the engine read
let offered = [];
let marked = 0;
let read = { player: -1, cards: "" }; // the line's player, and its text

const field = () => byId("card-line");
const textOf = (cards) => Object.entries(cards || {}).map(([id, cubes]) => `${id} ${cubes}`).join(", ");
const cardOf = (entry) => entry.card || (entry.begun.length === 1 ? entry.begun[0] : null);

// Resolves when the engine has read everything typed.
export const cardsRead = () => pending;

const faultOf = (entry) => {
  if (entry.begun.length > 1) return `“${entry.name}” could be ${entry.begun.slice(0, 4).join(", ")}`;
  return `${entry.problem.message}${entry.problem.hint ? `; ${entry.problem.hint}` : ""}`;
};

const showSuggestions = () => {
  const list = byId("suggestions");
  list.hidden = !offered.length;
  list.replaceChildren(...offered.map(({ card, name, line }, number) =>
    make("li", { role: "option", id: `suggestion-${number}`, "aria-selected": String(number === marked), onclick: () => take(line) },
      make("b", {}, card), name === card ? null : ` ${name}`)));
  field().setAttribute("aria-expanded", String(offered.length > 0));
  if (offered.length) field().setAttribute("aria-activedescendant", `suggestion-${marked}`);
  else field().removeAttribute("aria-activedescendant");
};

const understand = ({ entries, suggestions }, number, text) => {
  readText = text;
  const cards = {};
  const twice = [];
  for (const entry of entries) {
    const card = cardOf(entry);
    if (card in cards) twice.push(`${cardWords(card)} is given twice`);
    else if (card) cards[card] = entry.cubes ?? 0;
  }
  read = { player: number, cards: JSON.stringify(cards) };
  setCards(number, cards, `cards ${number}`);
  offered = suggestions;
  marked = 0;
  showSuggestions();
  // A name still being typed is not a fault yet.
  const faults = entries.filter((entry, index) => !cardOf(entry) && !(suggestions.length && index === entries.length - 1)).map(faultOf);
  byId("card-faults").textContent = [...faults, ...twice].join("; ");
};

const ask = () => {
  asked += 1;
  const [mine, number, text] = [asked, view.player, field().value];
  read = { player: number, cards: JSON.stringify(player().cards || {}) };
  pending = tried(async () => {
    const answer = await post("cards", JSON.stringify({ text, language: language() }));
    if (mine === asked) understand(answer, number, text);
  });
  return pending;
};

const take = (line) => {
  field().value = `${line} `; // its cubes come next
  field().focus();
  return ask();
};

// After the cards: the next player, or the button that adds one.
const goOn = () => {
  endGroup();
  if (view.player + 1 === current().players.length) {
    const next = document.querySelector('#players [data-key="add"]') || byId("check");
    next.focus();
    return;
  }
  document.querySelector(`#players [data-key="player-${view.player + 1}"]`).click();
  byId("name").focus();
  byId("name").select();
};

// Enter: the engine's answer about exactly this text decides, even if the next key is already pressed.
const settle = () => {
  const text = field().value;
  if (text !== readText) {
    asked += 1; // this also answers earlier questions
    understand(postAtOnce("cards", JSON.stringify({ text, language: language() })), view.player, text);
  }
  if (offered.length) take(offered[marked].line);
  else if (byId("card-faults").textContent) say(byId("card-faults").textContent);
  else goOn();
};

const press = (event) => {
  if (["ArrowDown", "ArrowUp"].includes(event.key) && offered.length) {
    event.preventDefault();
    marked = (marked + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
    showSuggestions();
  } else if (event.key === "Escape") {
    offered = [];
    showSuggestions();
  } else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && offered.length)) {
    event.preventDefault();
    tried(() => settle());
  }
};

export const showCardLine = () => {
  const cards = JSON.stringify(player().cards || {});
  if (read.player === view.player && read.cards === cards) return;
  asked += 1; // an answer about another text does not count for this one
  read = { player: view.player, cards };
  field().value = textOf(player().cards);
  readText = field().value;
  offered = [];
  byId("card-faults").textContent = "";
  showSuggestions();
};

export const beginCardLine = () => {
  field().addEventListener("input", ask);
  field().addEventListener("keydown", press);
  field().addEventListener("blur", () => {
    offered = [];
    showSuggestions();
  });
  byId("suggestions").addEventListener("pointerdown", (event) => event.preventDefault());
};
