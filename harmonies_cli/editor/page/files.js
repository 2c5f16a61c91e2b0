// Opening, saving, downloading, quitting.
import { byId, counted, make, say } from "./dom.js";
import { Gone, post } from "./server.js";
import { current, isDirty, load, markSaved, written } from "./record.js";
import { item } from "./problems.js";

let file = null;

export const banner = (...children) => {
  byId("banner").hidden = !children.length;
  byId("banner").replaceChildren(...children);
};

const tell = (error) => {
  const close = make("button", { type: "button", class: "quiet", onclick: () => banner() }, "Close");
  const problems = (error.problems || []).map((problem) => item(problem));
  const words = error instanceof Gone ? "The program behind this page has ended. Your record is still here: download it." : `${error.message}.`;
  banner(make("p", {}, words), problems.length ? make("ul", { class: "problems" }, ...problems) : null, close);
};

export const tried = async (action) => {
  try {
    return await action();
  } catch (error) {
    tell(error);
    return undefined;
  }
};

export const tellLost = (lost) => {
  if (!lost.length) return;
  const close = make("button", { type: "button", class: "quiet", onclick: () => banner() }, "Close");
  banner(make("p", {}, "Not all of the boards could be read; their spaces are empty here:"), make("ul", { class: "problems" }, ...lost.map((problem) => item(problem))), close);
};

const saved = (text, problems) => {
  markSaved(text);
  banner();
  say(problems ? `Saved, with ${counted(problems, "problem")}.` : "Saved.");
};

const saveAs = async (name) => {
  const now = JSON.stringify(current());
  const answer = await post(name, written());
  saved(now, answer.problems);
};

const save = () =>
  tried(async () => {
    if (!file) return download();
    try {
      return await saveAs("save");
    } catch (error) {
      if (error.status !== 409) throw error;
      const anyway = make("button", { type: "button", class: "main", onclick: () => tried(() => saveAs("save-anyway")) }, "Save over it");
      const cancel = make("button", { type: "button", onclick: () => banner() }, "Cancel");
      return banner(make("p", {}, `${error.message}.`), anyway, cancel);
    }
  });

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
    const now = JSON.stringify(current());
    try {
      give((await post("text", written())).text);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      give(JSON.stringify(JSON.parse(written()), null, 2));
    }
    markSaved(now);
    say("Downloaded.");
  });

const open = (chosen) =>
  tried(async () => {
    if (!chosen || (isDirty() && !window.confirm("Leave the changes that are not saved?"))) return;
    const answer = await post("open", await chosen.text());
    banner();
    load(answer.record, !file);
    say(file ? `${chosen.name} opened; saving writes it to ${file}.` : `${chosen.name} opened.`);
    tellLost(answer.lost);
  });

const quit = () =>
  tried(async () => {
    if (isDirty() && !window.confirm("Quit without saving the changes?")) return;
    await post("quit", "{}");
    markSaved(JSON.stringify(current()));
    document.body.replaceChildren(make("p", { class: "ended" }, "The editor has ended. You can close this page."));
  });

export const showFile = () => {
  const name = file || "new position";
  byId("file").textContent = `${name}${isDirty() ? " · not saved" : ""}`;
  document.title = `${isDirty() ? "• " : ""}${name} – Board editor`;
};

export const beginFiles = (name) => {
  file = name;
  byId("save").textContent = file ? "Save" : "Save…";
  byId("download").hidden = !file;
  byId("save").addEventListener("click", save);
  byId("download").addEventListener("click", download);
  byId("quit").addEventListener("click", quit);
  byId("open").addEventListener("change", (event) => {
    open(event.target.files[0]);
    event.target.value = "";
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    document.activeElement.dispatchEvent(new Event("change", { bubbles: true }));
    save();
  });
  window.addEventListener("beforeunload", (event) => {
    if (isDirty()) event.preventDefault();
  });
};
