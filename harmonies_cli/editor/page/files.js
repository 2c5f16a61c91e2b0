// Opening, saving, downloading, quitting.
import { cardsRead } from "./cardline.js";
import { byId, counted, make, say } from "./dom.js";
import { Gone, get, post } from "./server.js";
import { current, endGroup, isDirty, markSaved, replace, written } from "./record.js";
import { item } from "./problems.js";

let file = null;
let version = "";
let saving = Promise.resolve();
let hasEnded = false;
let isHeldBack = () => false;

// Sets the check that can stop saving and downloading, and then says why.
export const holdBack = (test) => {
  isHeldBack = test;
};

const banner = (...children) => {
  byId("banner").hidden = !children.length;
  byId("banner").replaceChildren(...children.filter((child) => child !== null));
};

export const tell = (words, problems = [], ...buttons) => {
  const close = make("button", { type: "button", class: "quiet", onclick: () => banner() }, "Close");
  const list = problems.length ? make("ul", { class: "problems" }, ...problems.map((problem) => item(problem))) : null;
  banner(make("p", {}, words), list, ...buttons, close);
};

export const tried = async (action) => {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Gone)) tell(`${error.message}.`, error.problems);
    else if (!hasEnded) tell("The program behind this page has ended. Your record is still here: download it.");
    return undefined;
  }
};

const tellLost = (lost) => {
  if (lost.length) tell("Some spaces could not be read; they are empty here:", lost);
};

const saveOver = async (known) => {
  await cardsRead();
  const now = JSON.stringify(current());
  const answer = await post("save", written(), { "If-Match": `"${known}"` });
  version = answer.version;
  markSaved(now);
  banner();
  say(answer.problems ? `Saved, with ${counted(answer.problems, "problem")}.` : "Saved.");
};

const loadFile = async () => {
  const opening = await get("start.json");
  replace(opening.record);
  version = opening.version;
  markSaved(JSON.stringify(current()));
  banner();
  say("Loaded from the file. Undo brings back what was here.");
  tellLost(opening.lost);
};

const trySaving = async (known) => {
  try {
    await saveOver(known);
  } catch (error) {
    if (error.status !== 409) throw error;
    const over = make("button", { type: "button", class: "main", onclick: () => save(error.version) }, "Save over it");
    const instead = make("button", { type: "button", onclick: () => tried(loadFile) }, "Load the file instead");
    tell(`${error.message}.`, [], over, " ", instead);
  }
};

// One save after another: the second needs the version that the first made.
const save = (known = null) => {
  endGroup();
  if (isHeldBack()) return saving;
  if (!file) return download();
  saving = saving.then(() => tried(() => trySaving(known ?? version)));
  return saving;
};

const give = (text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = make("a", { href: address, download: file || `${current().id || "position"}.json` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};

const download = () =>
  tried(async () => {
    if (isHeldBack()) return;
    await cardsRead();
    const now = JSON.stringify(current());
    try {
      give((await post("text", written())).text);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      give(JSON.stringify(JSON.parse(written()), null, 2));
    }
    if (!file) markSaved(now);
    say("Downloaded.");
  });

export const openText = (text, name) =>
  tried(async () => {
    const answer = await post("open", text);
    banner();
    replace(answer.record);
    say(`${name} opened; undo brings back what was here${file ? `, saving writes it to ${file}` : ""}.`);
    tellLost(answer.lost);
  });

const quit = () =>
  tried(async () => {
    if (isDirty() && !window.confirm("Quit without saving the changes? This browser keeps them as a draft.")) return;
    await post("quit", "{}");
    hasEnded = true;
    document.body.replaceChildren(make("p", { class: "ended" }, "The editor has ended. You can close this page."));
  });

export const showFile = () => {
  const name = file || "new position";
  byId("file").textContent = `${name}${isDirty() ? " · not saved" : ""}`;
  document.title = `${isDirty() ? "• " : ""}${name} – Board editor`;
};

export const beginFiles = (opening) => {
  file = opening.file;
  version = opening.version;
  byId("save").textContent = file ? "Save" : "Save…";
  byId("download").hidden = !file;
  byId("save").addEventListener("click", () => save());
  byId("download").addEventListener("click", download);
  byId("quit").addEventListener("click", quit);
  byId("open").addEventListener("change", async (event) => {
    const [chosen] = event.target.files;
    if (chosen) await openText(await chosen.text(), chosen.name);
    event.target.value = "";
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    save();
  });
  window.addEventListener("beforeunload", (event) => {
    if (isDirty() && !hasEnded) event.preventDefault();
  });
  if (opening.error) tell(`${opening.error}. Saving asks before it replaces the file.`, opening.lost);
  else tellLost(opening.lost);
};
