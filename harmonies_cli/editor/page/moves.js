// Changes to the shown player's board. The server's table says which token can follow.
import { counted, say } from "./dom.js";
import { forget } from "./doubts.js";
import { cardNamed, cardWords, current, edit, facts, player, stackAt, view } from "./record.js";

export const nextTokens = (space) => facts().stacks[stackAt(space)].next;
const words = (stack) => facts().stacks[stack].words;

export const put = (space, letter) => {
  const stack = stackAt(space);
  if (!nextTokens(space).includes(letter)) {
    say(`${space}: ${letter} cannot go on ${stack || "an empty space"}`);
    return;
  }
  edit((_, here) => {
    here.board[space] = stack + letter;
    forget(here, space);
  });
  say(`${space}: ${words(stack + letter)}`);
};

// Sets the stacks of several spaces at once; an empty stack empties its space.
export const setBoard = (stacks, group = null) =>
  edit((_, here) => {
    for (const [space, stack] of Object.entries(stacks)) {
      if (stack !== (here.board[space] || "")) forget(here, space);
      if (stack) here.board[space] = stack;
      else if (space in here.board) {
        delete here.board[space];
        unmark(here, space);
      }
    }
  }, group);

export const takeOff = (space, all = false) => {
  const stack = stackAt(space);
  if (!stack) return;
  const left = all ? "" : stack.slice(0, -1);
  edit((_, here) => {
    if (left) here.board[space] = left;
    else delete here.board[space];
    if (!left) unmark(here, space);
    forget(here, space);
  });
  say(`${space}: ${words(left)}`);
};

// The player's cards whose cube can go on a space.
export const cardsFor = (space) => {
  const kind = facts().stacks[stackAt(space)].kind;
  return Object.keys(player().cards || {}).filter((id) => cardNamed(id) && cardNamed(id).stack === kind);
};

const onBoard = (here, id) => Object.values(here.cubes || {}).filter((card) => card === id).length;

const unmark = (here, space) => {
  if (!here.cubes || !(space in here.cubes)) return;
  const id = here.cubes[space];
  const all = onBoard(here, id);
  delete here.cubes[space];
  if (id !== null && here.cards && here.cards[id] === all) here.cards[id] = all - 1;
  if (!Object.keys(here.cubes).length) delete here.cubes;
};

export const setCube = (space, id) => {
  edit((_, here) => {
    unmark(here, space);
    here.cubes = { ...here.cubes, [space]: id };
    if (id !== null && here.cards) here.cards[id] = Math.max(here.cards[id] || 0, onBoard(here, id));
  });
  say(`${space}: cube ${id ? `of the ${cardWords(id)}` : "of an unknown card"}`);
};

export const toggleCube = (space) => {
  const here = player();
  if (here.cubes && space in here.cubes) {
    edit((_, again) => unmark(again, space));
    say(`${space}: no cube`);
    return;
  }
  const cards = cardsFor(space);
  if (!stackAt(space)) say(`${space} is empty: no cube can go there`);
  else if (!cards.length && here.cards) say(`None of the player's cards puts a cube on ${words(stackAt(space))}`);
  else setCube(space, cards.find((id) => onBoard(here, id) < cardNamed(id).cubes) || null);
};

// Sets the cards of a player; cubes of removed cards leave the board.
export const setCards = (number, cards, group = null) =>
  edit((record) => {
    const here = record.players[number];
    here.cards = cards;
    for (const [space, card] of Object.entries(here.cubes || {})) if (card !== null && !(card in cards)) delete here.cubes[space];
    if (here.cubes && !Object.keys(here.cubes).length) delete here.cubes;
  }, group);

export const forgetCubes = () => edit((_, here) => delete here.cubes);
export const forgetClaims = () => edit((_, here) => delete here.score);

export const setSide = (name) => {
  const spaces = facts().sides[name].middles;
  let lost = 0;
  edit((record) => {
    record.side = name;
    for (const here of record.players) {
      for (const space of Object.keys(here.board)) {
        if (space in spaces) continue;
        delete here.board[space];
        unmark(here, space);
        forget(here, space);
        lost += 1;
      }
    }
  });
  if (lost) say(`Side ${name} has no space for ${counted(lost, "stack")}: they are gone. Undo brings them back.`);
};

export const addPlayer = () => {
  edit((record) => {
    record.players.push({ name: `Player ${record.players.length + 1}`, board: {}, cards: {} });
    delete record.solo;
    view.player = record.players.length - 1;
  });
  say(`Player ${current().players.length} added`);
};

export const removePlayer = () => {
  const { name } = player();
  const number = view.player;
  edit((record) => record.players.splice(view.player, 1));
  say(`${name} removed. Undo brings the board back.`);
  return number;
};
