// The view: filters, the address, and everything that follows them.
const VIEWS = JSON.parse(document.getElementById("views").textContent);
const FILTERS = {
  players: { title: "Players", values: ["any", "1", "2", "3", "4"] },
  side: { title: "Side", values: ["any", "A", "B"] },
  spirits: { title: "Spirits", values: ["any", "with", "without"] },
};
const NAMES = Object.keys(FILTERS);
const unpacked = new Map();
const blocks = [...document.querySelectorAll("[data-table]")];
const figures = [...document.querySelectorAll("[data-chart]")];
const cardSections = [...document.querySelectorAll("[data-of]")];
const PARTS = "[data-table], figure";
const parted = [...document.querySelectorAll("main > section")].filter((section) => section.querySelector(PARTS));
const form = document.getElementById("filters");
let filter = { players: "any", side: "any", spirits: "any" };
let isRefused = false;
let current = null;
let shownKey = null;

async function viewOf(key) {
  const number = VIEWS.keys[key];
  if (!unpacked.has(number)) {
    const bytes = Uint8Array.from(atob(VIEWS.packed[number]), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    unpacked.set(number, JSON.parse(await new Response(stream).text()));
  }
  return unpacked.get(number);
}

const keyOf = (wanted) => NAMES.map((name) => wanted[name]).join("-");

// Games of a view; 0 if the page has no numbers for it.
function gamesOf(wanted) {
  if (!(keyOf(wanted) in VIEWS.keys)) return 0;
  return LAYOUT.kinds.reduce((sum, [players, side, spirits, games]) => {
    const fits = [players, side, spirits].every((value, place) => ["any", value].includes(wanted[NAMES[place]]));
    return sum + (fits ? games : 0);
  }, 0);
}

function inWords(games) {
  const { players, side, spirits } = filter;
  const parts = [];
  if (players !== "any") parts.push(players === "1" ? "played solo" : `with ${players} players`);
  if (side !== "any") parts.push(`on side ${side}`);
  if (spirits !== "any") parts.push(`${spirits} spirits`);
  const shown = `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
  const few = games < LAYOUT.ranked ? " These are too few to rank anything." : "";
  const none = isRefused ? "There are no games as the address asks for. " : "";
  return parts.length ? `Shown: ${shown} ${parts.join(", ")}.${few}` : `${none}Shown: all ${shown}.${few}`;
}

// Return the address of a place on the page in the current view.
function addressOf(place) {
  const set = NAMES.filter((name) => filter[name] !== "any").map((name) => `${name}=${filter[name]}`);
  return `#${place}${set.length ? `?${set.join("&")}` : ""}`;
}

function makeFilters() {
  for (const [name, { title, values }] of Object.entries(FILTERS)) {
    const options = values.map((value) => {
      const input = element("input", { type: "radio", name, value });
      const label = name === "players" && value === "1" ? "solo" : value;
      return element("label", {}, input, element("span", {}, label, element("small")));
    });
    form.append(element("fieldset", {}, element("legend", {}, title), ...options));
  }
  form.addEventListener("change", async (event) => {
    const part = partInSight();
    const before = part.getBoundingClientRect().top;
    filter = { ...filter, [event.target.name]: event.target.value };
    isRefused = false;
    history.pushState(null, "", addressOf(part.id));
    await show();
    const left = [part, part.closest("main > section")].find((one) => one.checkVisibility());
    if (left) scrollBy({ top: left.getBoundingClientRect().top - before, behavior: "instant" });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
}

// Return the part of the page that is being read: that of the address if it is near the top, else the first that begins
// there, else the first that reaches into the window.
function partInSight() {
  const top = Math.max(document.querySelector(".bar-top").getBoundingClientRect().bottom, 0);
  const named = document.getElementById(placeInAddress());
  if (named && Math.abs(named.getBoundingClientRect().top - top) < innerHeight / 4) return named;
  const parts = [...document.querySelectorAll(`#findings, #about, #method, [data-of], ${PARTS}`)]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > top + 1);
  const begins = ({ top: start }) => start > top - 2 && start < top + innerHeight / 3;
  return parts.find((part) => begins(part.getBoundingClientRect())) ?? parts[0] ?? document.getElementById("method");
}

// Set the options: those that leave no game are disabled, those that leave too few are grey.
function setFilters() {
  for (const input of form.querySelectorAll("input")) {
    const games = gamesOf({ ...filter, [input.name]: input.value });
    input.checked = filter[input.name] === input.value;
    input.disabled = games === 0;
    input.parentElement.classList.toggle("few", games < LAYOUT.ranked);
    input.parentElement.querySelector("small").textContent = games.toLocaleString("en");
  }
}

const placeInAddress = () => location.hash.slice(1).split("?")[0];

function readAddress() {
  const asked = new URLSearchParams(location.hash.split("?")[1] ?? "");
  const wanted = Object.fromEntries(NAMES.map((name) => {
    const value = asked.get(name) ?? "any";
    return [name, FILTERS[name].values.includes(value) ? value : "any"];
  }));
  isRefused = !gamesOf(wanted);
  filter = isRefused ? { players: "any", side: "any", spirits: "any" } : wanted;
}

async function show() {
  setFilters();
  if (!LAYOUT.kinds.length) return;
  const key = keyOf(filter);
  const [own, whole] = [await viewOf(key), await viewOf("any-any-any")];
  const always = Object.entries(whole.tables).filter(([id]) => LAYOUT.tables[id].always);
  const view = { ...own, tables: { ...own.tables, ...Object.fromEntries(always) } };
  if (key !== keyOf(filter)) return;
  current = view;
  shownKey = key;
  document.getElementById("view").textContent = inWords(view.games);
  document.querySelector(".findings").innerHTML = view.findings;
  for (const section of parted) section.hidden = false;
  for (const block of blocks) showTable(block, view);
  for (const remark of document.querySelectorAll(".always")) remark.hidden = key === "any-any-any";
  for (const section of cardSections) if (section.open) showCard(section, view);
  drawCharts();
  for (const section of parted) section.hidden = !hasNumbers(section, key === "any-any-any");
  for (const link of document.querySelectorAll('a[href^="#"]:not(.skip)')) {
    const place = link.getAttribute("href").slice(1).split("?")[0];
    link.setAttribute("href", addressOf(place));
    if (link.closest("nav, .contents")) link.parentElement.hidden = document.getElementById(place).hidden;
  }
}

// Return whether a section has something of the view to show; what covers all games only comes with something else,
// unless nothing in the section follows the filters.
function hasNumbers(section, isWhole) {
  const parts = [...section.querySelectorAll(PARTS)];
  const follows = (part) => (part.dataset.table ? !LAYOUT.tables[part.dataset.table].always : "chart" in part.dataset);
  const following = parts.filter(follows);
  return (isWhole || !following.length ? parts : following).some((part) => !part.hidden);
}

function drawCharts() {
  for (const figure of figures) showChart(figure, current);
}

// Go to the place in the address; a card's section opens.
function goThere(place = placeInAddress()) {
  const target = document.getElementById(place);
  if (!target) return;
  for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  const inside = target.querySelector(":scope > details");
  if (inside && target.matches("[data-table]")) inside.open = true;
  target.scrollIntoView();
  if (!target.matches("details")) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}

async function follow() {
  const wasRefused = isRefused;
  readAddress();
  if (keyOf(filter) !== shownKey || isRefused !== wasRefused) await show();
  goThere();
}

makeFilters();
makeCardSearch(cardSections);
listenForCards();
listenForTables();
// The link before the filters must not reset them, as its plain address does.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  goThere("findings");
});
for (const section of cardSections) section.addEventListener("toggle", () => { if (section.open && current) showCard(section, current); });
addEventListener("popstate", follow);
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width && current) drawCharts();
  width = innerWidth;
});
follow();
