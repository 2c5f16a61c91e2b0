// Cards: a note with habitat and ladder at every name, by hover, tap or Enter; and a section for each card.
const note = document.getElementById("card-note");
const BY_CARD = ["cards-points", "cards-winning", "cards-offer", "spirits"];
let pinned = null;

function showNote(anchor) {
  const id = anchor.dataset.card;
  note.replaceChildren(
    habitat(id),
    element("p", {}, element("b", {}, cardName(id)), element("br"), LAYOUT.cards[id]),
    element("a", { href: `#card-${id}` }, `All about the ${cardName(id)}`),
  );
  note.dataset.of = id;
  if (!note.matches(":popover-open")) note.showPopover();
  const at = anchor.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const below = at.bottom + height + 8 < innerHeight;
  note.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  note.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
}

function hideNote() {
  pinned = null;
  if (note.matches(":popover-open")) note.hidePopover();
}

function listenForCards() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || pinned) return;
    const anchor = event.target.closest("[data-card]");
    if (anchor) showNote(anchor);
    else if (!event.target.closest("#card-note")) hideNote();
  });
  document.addEventListener("click", (event) => {
    const anchor = event.target.closest("[data-card]");
    if (event.target.closest("#card-note a")) hideNote();
    if (!anchor || anchor === pinned) return;
    event.preventDefault();
    showNote(anchor);
    pinned = anchor;
    if (event.detail === 0) note.querySelector("a").focus();
  });
  note.addEventListener("toggle", (event) => {
    if (event.newState === "closed") pinned = null;
  });
  document.addEventListener("scroll", () => { if (!note.matches(":focus-within")) hideNote(); }, { passive: true });
}

// Fill the section of a card in a view.
function showCard(section, view) {
  const id = section.dataset.of;
  const body = section.querySelector(".body");
  const facts = BY_CARD.flatMap((name) => factsOf(tableOf(view, name), id));
  const alone = factsOf(tableOf(view, "solo-cards"), id);
  const parts = facts.length || alone.length ? [] : [element("p", {}, "Not taken in these games.")];
  if (facts.length) parts.push(element("dl", { class: "facts" }, ...facts));
  if (alone.length) parts.push(element("div", {}, element("h3", {}, "In solo games"), element("dl", { class: "facts" }, ...alone)));
  const tables = [];
  for (const [name, { place, title }] of Object.entries(LAYOUT.tables)) {
    if (place !== "card") continue;
    const table = tableOf(view, name);
    const part = table && rowsOfCard(table, id);
    if (part && part.rows.length > 1) tables.push(smallTable(part, title, `${title}: ${cardName(id)}`));
  }
  const worth = worthOf(view, id);
  if (worth) parts.unshift(element("p", { class: "worth" }, worth));
  body.replaceChildren(...parts, element("div", { class: "of-card" }, ...tables));
}

// Return in a sentence whether a card is worth taking, or a spirit worth choosing; null if the view does not say.
function worthOf(view, id) {
  for (const [name, took, left, did, leftIt] of [
    ["cards-winning", "win_points_taken", "win_points_left", "took", "left"],
    ["spirits", "win_points_chosen", "win_points_declined", "chose", "declined"],
  ]) {
    const table = tableOf(view, name);
    const row = table && table.rows.find((one) => one.cells[0].text === id);
    if (!row) continue;
    const [won, without, difference, q] = [took, left, "improvement", "improvement_q"].map((column) => {
      const place = placeOf(table, column);
      return place < 0 ? "" : row.cells[place].text;
    });
    if (!won || !without || !difference) return null;
    const sure = numberOf(q) <= LAYOUT.rate;
    const worth = numberOf(difference) > 0 ? "Worth it" : "Not worth it";
    const verdict = !q ? "Too few games to say" : sure ? worth : "No difference beyond chance";
    const shares = `those who ${did} it won ${won} times their fair share of games; those who ${leftIt} it, ${without} times`;
    return `${verdict}: ${shares}. Compared like with like, the difference is ${difference}.`;
  }
  return null;
}

function factsOf(table, id) {
  const row = table ? table.rows.find((one) => one.cells[0].text === id) : null;
  if (!row) return [];
  return row.cells.map((cell, place) => [table.headings[place], cell]).slice(1)
    .filter(([heading, cell]) => cell.text && heading.kind !== "q")
    .map(([heading, cell]) => element("div", { class: row.certainty === "few" ? "few" : null, title: heading.meaning },
      element("dt", {}, heading.label), element("dd", {}, ...contentOf(heading, cell))));
}

// Return the rows about a card without the card itself; in pairs, the partner is the other card.
function rowsOfCard(table, id) {
  const other = placeOf(table, "partner");
  const rows = table.rows.filter((row) => row.cells[0].text === id || (other > 0 && row.cells[other].text === id))
    .map((row) => (row.cells[0].text === id ? row : { ...row, cells: [row.cells[other], row.cells[0], ...row.cells.slice(2)] }));
  return {
    ...table,
    headings: table.headings.slice(1),
    rows: rows.map((row) => ({ ...row, cells: row.cells.slice(1) })).slice(0, other > 0 ? 8 : 20),
  };
}

function smallTable(table, title, name = title) {
  const places = table.headings.map((_, place) => place);
  const head = table.headings.map((heading) =>
    element("th", { scope: "col", class: heading.isNumber ? "number" : null, title: heading.meaning }, heading.label));
  return element("div", {}, element("h3", {}, title), element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
    element("table", { class: "data" }, element("thead", {}, element("tr", {}, ...head)), bodyOf(table, table.rows, places))));
}

// A search among the sections of the cards.
function makeCardSearch(sections) {
  const tools = document.querySelector("#card-by-card .tools");
  const search = element("input", { type: "search", placeholder: "Find a card", "aria-label": "Find a card" });
  search.addEventListener("input", () => {
    const wanted = searchWords(search.value);
    const found = sections.filter((section) => cardName(section.dataset.of).includes(wanted));
    for (const section of sections) section.hidden = !found.includes(section);
    if (found.length === 1) found[0].open = true;
  });
  tools.append(search);
  tools.hidden = false;
}
