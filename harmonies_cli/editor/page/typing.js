// Stacks typed on the board: letters or the keys 1 to 6, a blank for the next space, left and right at the same height.
import { byId, say } from "./dom.js";
import { choose } from "./board.js";
import { isDoubtful, nextDoubt, settle } from "./doubts.js";
import { put, takeOff, toggleCube } from "./moves.js";
import { changed, current, facts, side, stackAt, view } from "./record.js";

const nameOf = (column, row) => `${"abcdefg"[column]}${row + 1}`;
const placeOf = (space) => [space.charCodeAt(0) - 97, Number(space.slice(1)) - 1];
const heightOf = (column, row) => row + (column % 2) / 2;

export const firstSpace = "a1";
export const lastSpace = () => {
  const { columns } = side();
  return nameOf(columns.length - 1, columns[columns.length - 1] - 1);
};

// The space where steps to the left and right began: they keep its height over several columns.
let home = null;

const sideways = (space, step) => {
  const { columns } = side();
  const [column, row] = placeOf(space);
  if (home === null || home.at !== space) home = { row, height: heightOf(column, row) };
  const next = column + step;
  if (next < 0 || next >= columns.length) return space;
  const rows = [...Array(columns[next]).keys()];
  const off = (one) => Math.abs(heightOf(next, one) - home.height);
  rows.sort((one, other) => off(one) - off(other) || Math.abs(one - home.row) - Math.abs(other - home.row));
  home.at = nameOf(next, rows[0]);
  return home.at;
};

// The next space in reading order by columns; the same one at either end of the board.
export const following = (space, step) => {
  const spaces = Object.keys(side().middles).sort();
  return spaces[Math.min(Math.max(spaces.indexOf(space) + step, 0), spaces.length - 1)];
};

const moved = (space, key) => {
  const { columns } = side();
  const [column, row] = placeOf(space);
  switch (key) {
    case "ArrowLeft":
      return sideways(space, -1);
    case "ArrowRight":
      return sideways(space, 1);
    case "ArrowUp":
      return nameOf(column, Math.max(row - 1, 0));
    case "ArrowDown":
      return nameOf(column, Math.min(row + 1, columns[column] - 1));
    case "Home":
      return nameOf(column, 0);
    case "End":
      return nameOf(column, columns[column] - 1);
    default:
      return null;
  }
};

const goOn = (isBack) => {
  settle(view.space);
  if (view.holds && view.hand) put(view.space, view.hand);
  else if (!isBack && view.space === lastSpace()) byId("card-line").focus();
  else choose(following(view.space, isBack ? -1 : 1));
};

const mend = () => {
  if (!stackAt(view.space)) choose(following(view.space, -1));
  else takeOff(view.space);
};

export const showPlayer = (number) => {
  view.player = (number + current().players.length) % current().players.length;
  changed();
};

const INITIALS = { B: "blue is W, brown is T", G: "gray is M, green is L", Y: "yellow is F", R: "red is H", V: "green is L", J: "yellow is F" };

const type = (key) => {
  const letter = key.toUpperCase();
  const number = "123456".indexOf(key);
  const token = number < 0 ? facts().tokens.find((each) => each.letter === letter) : facts().tokens[number];
  if (token) put(view.space, token.letter);
  else if (letter === "C") toggleCube(view.space);
  else if (letter === "S" && isDoubtful(view.space)) settle(view.space, true);
  else if (key === ".") takeOff(view.space, true);
  else if (letter in INITIALS) say(`${letter} is not a token: ${INITIALS[letter]}`);
  else return false;
  return true;
};

// Accepts a doubtful space and goes to the next; false if nothing is in doubt, so Tab leaves the board.
const nextInDoubt = () => {
  const next = nextDoubt(view.space);
  if (next === null) return false;
  settle(view.space);
  choose(nextDoubt(view.space) || view.space);
  return true;
};

// Keys that no other control uses go to the board, wherever the focus is.
export const press = (event) => {
  const isElsewhere = event.target !== document.body && !byId("board").contains(event.target);
  const space = isElsewhere ? null : moved(view.space, event.key);
  if (space) choose(space);
  else if (event.key === "Tab" && !isElsewhere && !event.shiftKey && nextInDoubt()) event.preventDefault();
  else if (event.key === "Backspace") mend();
  else if (event.key === "Delete") takeOff(view.space, true);
  else if (!isElsewhere && (event.key === " " || event.key === "Enter")) goOn(event.shiftKey);
  else if (!isElsewhere && event.key === "PageDown") showPlayer(view.player + 1);
  else if (!isElsewhere && event.key === "PageUp") showPlayer(view.player - 1);
  else if (event.key.length > 1 || !type(event.key)) return;
  event.preventDefault();
};
