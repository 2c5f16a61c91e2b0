// The board as lines of text, one per column: typed text appears on the board, and the board appears as text.
import { byId, make, say } from "./dom.js";
import { openText } from "./files.js";
import { setBoard, setSide } from "./moves.js";
import { current, facts, player, side, stackAt, view } from "./record.js";

const EMPTY = ".";
const LEGEND = () => facts().tokens.map(({ letter, colour }) => `${letter} ${colour}`).join(", ");

let shownPlayer = null;

const wordsOf = (text) => text.trim().split(/\s+/).filter(Boolean);
const stackOf = (word) => (word === EMPTY ? "" : word.toUpperCase());
const isStack = (word) => stackOf(word) in facts().stacks;
const spacesOf = (column) => Array.from({ length: side().columns[column] }, (_, row) => `${"abcdefg"[column]}${row + 1}`);

const inputs = () => [...byId("columns").querySelectorAll("input")];

const textOf = (column) => {
  const words = spacesOf(column).map((space) => stackAt(space) || EMPTY);
  return words.every((word) => word === EMPTY) ? "" : words.join(" ");
};

const faultsIn = (text, column) => {
  const spaces = spacesOf(column);
  const words = wordsOf(text);
  const faults = words.flatMap((word, row) => (isStack(word) ? [] : [`${spaces[row] || "?"}: “${word.slice(0, 12)}” is not a stack of ${LEGEND()}`]));
  if (words.length > spaces.length) faults.push(`column ${"abcdefg"[column]} has ${spaces.length} spaces, not ${words.length}`);
  return faults;
};

// The stacks of a text: a word that is missing or is not a stack leaves its space empty.
const stacksOf = (text, column) => {
  const words = wordsOf(text);
  return Object.fromEntries(spacesOf(column).map((space, row) => [space, row < words.length && isStack(words[row]) ? stackOf(words[row]) : ""]));
};

const says = (text, column) => Object.entries(stacksOf(text, column)).every(([space, stack]) => stackAt(space) === stack);

const typed = (input, column) => {
  setBoard(stacksOf(input.value, column), `column ${view.player} ${column}`);
  const words = wordsOf(input.value.slice(0, input.selectionStart));
  view.space = spacesOf(column)[Math.min(Math.max(words.length - 1, 0), side().columns[column] - 1)];
};

// Replaces the board or the record with one from a text. Returns whether the text was one.
export const pasteBoard = (text) => {
  if (text.trim().startsWith("{")) {
    openText(text, "The text");
    return true;
  }
  const lines = text.split("\n").map((line) => line.replace(/[",[\]]/g, " ").trim()).filter(Boolean);
  if (lines.length < 2) return false;
  const isSide = ({ columns }) => columns.length === lines.length && columns.every((rows, column) => wordsOf(lines[column]).length <= rows);
  const fitting = Object.keys(facts().sides).filter((name) => isSide(facts().sides[name]));
  if (!fitting.length) {
    say(`${lines.length} lines are not a board: side A has ${facts().sides.A.columns.join(", ")} spaces, side B ${facts().sides.B.columns.join(", ")}`);
    return true;
  }
  if (!fitting.includes(current().side)) setSide(fitting[0]);
  setBoard(Object.assign({}, ...lines.map(stacksOf)));
  inputs().forEach((input, column) => {
    input.value = lines[column];
  });
  showColumns();
  return true;
};

const onward = (event, column) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const next = inputs()[column + (event.shiftKey ? -1 : 1)];
  (next || byId("card-line")).focus();
  if (next) next.select();
};

const line = (_, column) => {
  const letter = "abcdefg"[column];
  const input = make("input", {
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-label": `Column ${letter} as text`,
    onkeydown: (event) => onward(event, column),
  });
  input.addEventListener("input", () => typed(input, column));
  input.addEventListener("paste", (event) => {
    if (pasteBoard(event.clipboardData.getData("text"))) event.preventDefault();
  });
  return make("label", {}, make("span", {}, letter), input);
};

export const showColumns = () => {
  const isOther = shownPlayer !== view.player;
  shownPlayer = view.player;
  if (inputs().length !== side().columns.length) byId("columns").replaceChildren(...side().columns.map(line));
  const faults = inputs().flatMap((input, column) => {
    if (isOther || !says(input.value, column)) input.value = textOf(column);
    const found = faultsIn(input.value, column);
    input.setAttribute("aria-invalid", String(found.length > 0));
    return found;
  });
  byId("column-faults").textContent = faults.join("; ");
};

export const beginColumns = () =>
  document.addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea, dialog")) return;
    if (pasteBoard(event.clipboardData.getData("text"))) event.preventDefault();
  });
