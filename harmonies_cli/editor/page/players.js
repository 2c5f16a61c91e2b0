// The player whose board is shown, and the settings of the whole record.
import { choose } from "./board.js";
import { firstSpace } from "./typing.js";
import { byId, counted, make, refill } from "./dom.js";
import { addPlayer, removePlayer, setSide } from "./moves.js";
import { changed, current, edit, facts, player, view } from "./record.js";
import { dropPicture } from "./photo.js";
import { problemsOfPlayer } from "./problems.js";

const MOST = 4;
const TEXTS = ["id", "date", "source", "notes"];

const scoreOf = (number) => {
  const sheet = view.result && view.result.totals.find((each) => each.player === number + 1);
  if (!sheet) return "?";
  return sheet.total === null ? `${sheet.landscapes} + ?` : String(sheet.total);
};

const tab = ({ name }, number) => {
  const problems = problemsOfPlayer(number).length;
  return make(
    "button",
    {
      type: "button",
      class: "player",
      "data-key": `player-${number}`,
      "aria-pressed": String(number === view.player),
      onclick: () => {
        view.player = number;
        changed();
      },
    },
    make("span", { class: "who" }, `${number + 1}. ${name || "Player"}`),
    make("b", { "aria-label": `${scoreOf(number)} points` }, scoreOf(number)),
    problems ? make("span", { class: "badge", "aria-label": counted(problems, "problem") }, `${problems} !`) : null,
  );
};

const set = (input, value) => {
  if (input.value !== String(value)) input.value = value;
};

const add = () => {
  addPlayer();
  setTimeout(() => { // once the new player is shown
    byId("name").focus();
    byId("name").select();
  });
};

export const showPlayers = () => {
  const record = current();
  const more = make("button", { type: "button", class: "quiet", "data-key": "add", onclick: add }, "Add a player");
  const tabs = record.players.map(tab);
  refill(byId("players"), make("div", { role: "group", "aria-label": "Players", class: "tabs" }, ...tabs, record.players.length < MOST ? more : null));
  const settings = byId("settings").elements;
  settings.side.value = record.side;
  settings.rules.value = record.rules || "";
  settings.spirits.value = record.spirits === undefined ? "" : String(record.spirits);
  settings.solo.checked = record.solo === true;
  settings.solo.disabled = record.players.length > 1;
  for (const name of TEXTS) set(settings[name], record[name] || "");
  const { name, score } = player();
  set(byId("name"), name);
  set(byId("claimed"), (typeof score === "object" ? score.total : score) ?? "");
  byId("remove-player").hidden = record.players.length === 1;
};

const orNothing = (record, name, value) => {
  if (value === "" || value === undefined) delete record[name];
  else record[name] = value;
};

const claim = (text) =>
  edit((_, here) => {
    const points = text.trim() === "" || !Number.isSafeInteger(Number(text)) ? undefined : Number(text);
    if (typeof here.score === "object") orNothing(here.score, "total", points);
    else orNothing(here, "score", points);
    if (typeof here.score === "object" && !Object.keys(here.score).length) delete here.score;
  }, `score ${view.player}`);

export const beginPlayers = () => {
  const settings = byId("settings").elements;
  settings.rules.append(make("option", { value: "" }, "not given: rulebook"));
  for (const rules of facts().rules) settings.rules.append(make("option", { value: rules }, rules));
  byId("settings").addEventListener("submit", (event) => event.preventDefault());
  for (const input of settings.side) input.addEventListener("change", () => setSide(input.value));
  settings.rules.addEventListener("change", () => edit((record) => orNothing(record, "rules", settings.rules.value)));
  settings.spirits.addEventListener("change", () =>
    edit((record) => orNothing(record, "spirits", { true: true, false: false }[settings.spirits.value])));
  settings.solo.addEventListener("change", () => edit((record) => orNothing(record, "solo", settings.solo.checked || undefined)));
  for (const name of TEXTS) {
    settings[name].addEventListener("input", () => edit((record) => orNothing(record, name, settings[name].value), name));
  }
  byId("name").addEventListener("input", (event) => edit((_, here) => {
    here.name = event.target.value;
  }, `name ${view.player}`));
  byId("claimed").addEventListener("input", (event) => claim(event.target.value));
  byId("name").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    choose(firstSpace);
  });
  byId("remove-player").addEventListener("click", () => dropPicture(removePlayer()));
};
