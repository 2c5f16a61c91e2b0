// The record that is edited, what it was before each change, and whether it is saved.
let record = null;
let tables = null;
let savedText = "";
let past = [];
let future = [];
const listeners = [];

export const view = { player: 0, space: "a1", hand: null, holds: false, result: null };

export const current = () => record;
export const facts = () => tables;
export const player = () => record.players[view.player];
export const side = () => tables.sides[record.side];
export const stackAt = (space) => player().board[space] || "";
export const cardNamed = (id) => tables.cards.find((card) => card.id === id);
export const isDirty = () => JSON.stringify(record) !== savedText;
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

export const onChange = (listener) => listeners.push(listener);
export const changed = (what = "view") => {
  view.player = Math.min(view.player, record.players.length - 1);
  if (!(view.space in side().middles)) view.space = "a1";
  for (const listener of listeners) listener(what);
};

export const begin = (known) => {
  tables = known;
};

export const load = (opened, isSaved) => {
  record = opened;
  past = [];
  future = [];
  savedText = isSaved ? JSON.stringify(record) : "";
  view.player = 0;
  changed("record");
};

export const markSaved = (text) => {
  savedText = text;
  changed("saved");
};

// Changes the record with a function; a change that changes nothing is none.
export const edit = (change) => {
  const before = JSON.stringify(record);
  change(record, record.players[view.player]);
  if (JSON.stringify(record) === before) return;
  past.push(before);
  future = [];
  changed("record");
};

const step = (from, to) => {
  if (!from.length) return;
  to.push(JSON.stringify(record));
  record = JSON.parse(from.pop());
  changed("record");
};
export const undo = () => step(past, future);
export const redo = () => step(future, past);

// The record as the notation has it: cubes are an object if the card of each is known, else a list of spaces.
export const written = () => {
  const copy = structuredClone(record);
  for (const each of copy.players) {
    if (!each.cubes) continue;
    const cards = Object.values(each.cubes);
    if (!cards.length) delete each.cubes;
    else if (cards.includes(null)) each.cubes = Object.keys(each.cubes);
  }
  return JSON.stringify(copy);
};
