// The edited record, its history for undo, and whether it is saved.
let record = null;
let tables = null;
let savedText = "";
let past = [];
let future = [];
let lastGroup = null;
const listeners = [];

export const view = { player: 0, space: "a1", hand: null, holds: false, result: null };

export const current = () => record;
export const facts = () => tables;
export const player = () => record.players[view.player];
export const side = () => tables.sides[record.side];
export const stackAt = (space) => player().board[space] || "";
export const cardNamed = (id) => tables.cards.find((card) => card.id === id);
// A card's id as texts write it; a name that is no card's stays as typed.
export const cardWords = (id) => (cardNamed(id) ? id.replaceAll("-", " ") : id);
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

export const load = (opened) => {
  record = opened;
  savedText = JSON.stringify(record);
  changed("record");
};

export const markSaved = (text) => {
  savedText = text;
  changed("saved");
};

const moment = (text) => ({ text, player: view.player, space: view.space });

// Changes the record by a function; a change without effect does not count. Consecutive changes of one group,
// like the letters of a name, are undone together.
export const edit = (change, group = null) => {
  const before = JSON.stringify(record);
  const where = moment(before);
  change(record, record.players[view.player]);
  if (JSON.stringify(record) === before) return;
  if (group === null || group !== lastGroup) past.push(where);
  lastGroup = group;
  future = [];
  changed("record");
};

export const endGroup = () => {
  lastGroup = null;
};

// Replaces the record with another; undo brings it back.
export const replace = (other) => {
  past.push(moment(JSON.stringify(record)));
  lastGroup = null;
  future = [];
  record = structuredClone(other);
  view.player = 0;
  changed("record");
};

const step = (from, to) => {
  if (!from.length) return;
  const { text, player: number, space } = from.pop();
  to.push(moment(JSON.stringify(record)));
  lastGroup = null;
  record = JSON.parse(text);
  Object.assign(view, { player: number, space });
  changed("record");
};
export const undo = () => step(past, future);
export const redo = () => step(future, past);

// The record in the notation: cubes are an object if every card is known, else a list of spaces.
export const written = () => {
  const copy = structuredClone(record);
  for (const each of copy.players) {
    delete each.doubts;
    if (!each.cubes) continue;
    const cards = Object.values(each.cubes);
    if (!cards.length) delete each.cubes;
    else if (cards.includes(null)) each.cubes = Object.keys(each.cubes);
  }
  return JSON.stringify(copy);
};
