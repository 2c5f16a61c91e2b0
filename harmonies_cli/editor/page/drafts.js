// Unsaved changes, kept in this browser: each tab has its own draft, and offers those that others left.
import { byId, make } from "./dom.js";
import { current, isDirty, onChange, replace } from "./record.js";

const PREFIX = "harmonies-draft";
const tab = Math.random().toString(36).slice(2);
let key = "";

const nameOf = (one) => `${PREFIX}:${key}:${one}`;

const keep = () => {
  try {
    if (isDirty()) localStorage.setItem(nameOf(tab), JSON.stringify({ time: Date.now(), record: current() }));
    else localStorage.removeItem(nameOf(tab));
  } catch {
    // A browser without storage: the page asks before the user leaves it with changes.
  }
};

const left = () => {
  const found = [];
  for (let index = 0; index < localStorage.length; index += 1) {
    const name = localStorage.key(index);
    if (!name.startsWith(nameOf("")) || name === nameOf(tab)) continue;
    found.push({ name, ...JSON.parse(localStorage.getItem(name)) });
  }
  return found.sort((one, other) => other.time - one.time);
};

const offer = () => {
  const [draft, ...others] = left();
  byId("offer").hidden = !draft;
  if (!draft) return;
  const forget = () => {
    localStorage.removeItem(draft.name);
    offer();
  };
  const take = () => {
    replace(draft.record);
    keep();
    forget();
  };
  const time = new Date(draft.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  byId("offer").replaceChildren(
    make("p", {}, `This browser has unsaved changes from ${time}${others.length ? `, and ${others.length} older` : ""}.`),
    make("button", { type: "button", class: "main", onclick: take }, "Restore them"),
    " ",
    make("button", { type: "button", onclick: forget }, "Discard them"),
  );
};

export const beginDrafts = (file) => {
  key = file;
  try {
    const now = JSON.stringify(current());
    for (const { name, record } of left()) if (JSON.stringify(record) === now) localStorage.removeItem(name);
    offer();
  } catch {
    return; // no storage, so nothing to keep
  }
  onChange((what) => {
    if (what === "record" || what === "saved") keep();
  });
};
