// Spaces whose stack was proposed from a photograph and is in doubt until somebody checks it.
// They are in the page's record, so undo and drafts include them, but they are never saved.
import { current, edit, player, side } from "./record.js";

export const isDoubtful = (space) => Boolean(player().doubts && space in player().doubts);

export const countDoubts = () => current().players.reduce((sum, { doubts }) => sum + Object.keys(doubts || {}).length, 0);

export const forget = (here, space) => {
  if (!here.doubts) return;
  delete here.doubts[space];
  if (!Object.keys(here.doubts).length) delete here.doubts;
};

// Settles the doubt about a space: accepts its stack, or takes the next likely one.
export const settle = (space, withSecond = false) =>
  edit((_, here) => {
    const second = here.doubts?.[space];
    if (second === undefined) return;
    if (withSecond && second) here.board[space] = second;
    else if (withSecond) delete here.board[space];
    forget(here, space);
  });

// The next doubtful space in reading order; null if there is none.
export const nextDoubt = (space) => {
  const spaces = Object.keys(side().middles).sort().filter(isDoubtful);
  return spaces.find((each) => each > space) || spaces[0] || null;
};

// The first player with a doubt; -1 if there is none.
export const playerInDoubt = () => current().players.findIndex(({ doubts }) => doubts);
