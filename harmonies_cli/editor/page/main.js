// The page put together: every change is shown, and judged by the engine behind the page.
import { beginBoard, choose, showBoard } from "./board.js";
import { beginCards, showCards } from "./cards.js";
import { beginCatalogue } from "./catalogue.js";
import { byId, make } from "./dom.js";
import { beginFiles, showFile, tellLost, tried } from "./files.js";
import { showPalette } from "./palette.js";
import { beginPhoto } from "./photo.js";
import { beginPlayers, showPlayers } from "./players.js";
import { showProblems } from "./problems.js";
import { begin, canRedo, canUndo, changed, load, onChange, redo, undo, view, written } from "./record.js";
import { get, post } from "./server.js";

let asked = 0;

const judge = async () => {
  asked += 1;
  const number = asked;
  byId("sheet-body").setAttribute("aria-busy", "true");
  const result = await tried(() => post("judge", written()));
  if (number !== asked) return; // an answer about what has changed meanwhile
  byId("sheet-body").removeAttribute("aria-busy");
  if (!result) return;
  view.result = result;
  const open = byId("sheet-body").querySelector("details[open]") !== null;
  if (result.sheet) byId("sheet-body").innerHTML = result.sheet; // the engine's own markup, with everything escaped
  else byId("sheet-body").replaceChildren(make("p", { class: "help" }, "Nothing can be scored before the problems are put right."));
  const why = byId("sheet-body").querySelector("details");
  if (why) why.open = open;
  changed("judged");
};

const show = (what) => {
  showFile();
  byId("undo").disabled = !canUndo();
  byId("redo").disabled = !canRedo();
  if (what === "saved") return;
  showPlayers();
  showBoard();
  showPalette();
  showCards();
  showProblems(choose);
  if (what === "record") judge();
};

const beginKeys = () =>
  document.addEventListener("keydown", (event) => {
    const typing = ["INPUT", "TEXTAREA"].includes(event.target.tagName) && event.target.type !== "checkbox" && event.target.type !== "radio";
    if (!(event.ctrlKey || event.metaKey) || typing) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) redo();
    else if (key === "z") undo();
    else return;
    event.preventDefault();
  });

const start = async () => {
  const [tables, opening] = await Promise.all([get("tables.json"), get("start.json")]);
  begin(tables);
  beginFiles(opening.file);
  beginPlayers();
  beginBoard();
  beginCards();
  beginCatalogue();
  beginPhoto();
  beginKeys();
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("show-scoring").addEventListener("change", () => changed());
  byId("hold").addEventListener("change", (event) => {
    view.holds = event.target.checked;
    view.hand = null;
    changed();
  });
  onChange(show);
  load(opening.record, true);
  tellLost(opening.lost);
};

tried(start);
