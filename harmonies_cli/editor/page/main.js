// Puts the page together: shows every change, and lets the engine behind the page judge it.
import { choose, showBoard } from "./board.js";
import { beginCardLine, showCardLine } from "./cardline.js";
import { beginCards, showCards } from "./cards.js";
import { beginCatalogue } from "./catalogue.js";
import { beginColumns, showColumns } from "./columns.js";
import { byId, make } from "./dom.js";
import { beginDrafts } from "./drafts.js";
import { beginFiles, showFile, tried } from "./files.js";
import { showPalette } from "./palette.js";
import { beginPhoto } from "./photo.js";
import { beginProposals } from "./proposals.js";
import { beginPlayers, showPlayers } from "./players.js";
import { showProblems } from "./problems.js";
import { begin, canRedo, canUndo, changed, load, onChange, redo, undo, view, written } from "./record.js";
import { get, post } from "./server.js";
import { beginSharing } from "./share.js";
import { beginTally } from "./tally.js";
import { press } from "./typing.js";

const CLICK_FOLLOWS = 50; // ms from the end of a touch to its click, at most
let asked = 0;

const judge = async () => {
  asked += 1;
  const number = asked;
  byId("sheet-body").setAttribute("aria-busy", "true");
  const result = await tried(() => post("judge", written()));
  if (number !== asked) return; // the answer is out of date
  byId("sheet-body").removeAttribute("aria-busy");
  if (!result) return;
  view.result = result;
  changed("judged");
};

const showSheet = (result) => {
  const open = byId("sheet-body").querySelector("details[open]") !== null;
  if (result.sheet) byId("sheet-body").innerHTML = result.sheet; // markup from the engine, with everything escaped
  else byId("sheet-body").replaceChildren(make("p", { class: "help" }, "Fix the problems first: nothing can be scored yet."));
  const why = byId("sheet-body").querySelector("details");
  if (why) why.open = open;
};

const show = (what) => {
  showFile();
  byId("undo").disabled = !canUndo();
  byId("redo").disabled = !canRedo();
  if (what === "saved") return;
  showPlayers();
  showBoard();
  showPalette();
  showColumns();
  showCards();
  showCardLine();
  showProblems(choose);
  if (what === "judged") showSheet(view.result);
};

// While a mouse button or a finger is down, nothing under it moves or changes; changes made meanwhile
// appear when it is up, so every click lands where it was aimed.
const beginShowing = () => {
  const waiting = new Set();
  let isDown = false;
  const release = () => {
    isDown = false;
    for (const what of waiting) {
      waiting.delete(what);
      show(what);
    }
  };
  document.addEventListener("pointerdown", () => {
    isDown = true;
  }, true);
  document.addEventListener("click", release);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release, CLICK_FOLLOWS), true);
  onChange((what) => {
    if (isDown) waiting.add(what);
    else show(what);
    if (what === "record") judge();
  });
};

const isField = (element) =>
  ["TEXTAREA", "SELECT"].includes(element.tagName) || (element.tagName === "INPUT" && !["checkbox", "radio"].includes(element.type));

const beginKeys = () =>
  document.addEventListener("keydown", (event) => {
    if (event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && (key === "y" || (key === "z" && event.shiftKey))) redo();
    else if (isCommand && key === "z") undo();
    else {
      if (!isCommand && !event.defaultPrevented && !isField(event.target)) press(event);
      return;
    }
    event.preventDefault();
  });

const start = async () => {
  const [tables, opening] = await Promise.all([get("tables.json"), get("start.json")]);
  begin(tables);
  beginPlayers();
  beginCards();
  beginCardLine();
  beginColumns();
  beginCatalogue();
  beginTally();
  beginSharing();
  beginKeys();
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("show-scoring").addEventListener("change", () => changed());
  byId("hold").addEventListener("change", (event) => {
    view.holds = event.target.checked;
    view.hand = null;
    changed();
  });
  beginShowing();
  load(opening.record);
  beginFiles(opening);
  beginDrafts(opening.key);
  beginProposals(opening);
  beginPhoto(opening.key);
  if (opening.version !== "absent") return;
  byId("name").focus(); // a new record starts with a name
  byId("name").select();
};

tried(start);
