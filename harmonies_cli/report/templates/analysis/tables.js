// Tables: sorted and explained by their headings, searched, shaded, with columns to choose, copied as CSV.
const tableStates = new Map();

function stateOf(id) {
  if (!tableStates.has(id)) tableStates.set(id, { sort: null, down: true, search: "", hidden: new Set() });
  return tableStates.get(id);
}

// Fill a block with its table in a view, or hide the block if the view has none.
function showTable(block, view) {
  const table = tableOf(view, block.dataset.table);
  block.hidden = table === null;
  if (table === null) return;
  const state = stateOf(table.id);
  if (!block.querySelector(".tools").childElementCount) makeTools(block, state);
  block.current = table;
  fillColumns(block, table, state);
  drawTable(block);
  const left = block.querySelector(".left");
  if (left) left.textContent = table.left ? `${table.left.toLocaleString("en")} more rows.` : "";
}

function makeTools(block, state) {
  const tools = block.querySelector(".tools");
  const title = block.querySelector("h3").textContent;
  const search = element("input", { type: "search", placeholder: "Search", "aria-label": `Search in ${title}` });
  search.addEventListener("input", () => { state.search = searchWords(search.value); drawTable(block); });
  const columns = element("details", { class: "columns" }, element("summary", {}, "Columns"), element("div"));
  columns.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    columns.open = false;
    columns.querySelector("summary").focus();
  });
  const copy = element("button", { type: "button" }, "Copy as CSV");
  copy.addEventListener("click", async () => {
    const done = await copyText(csvOf(block.current, shownRows(block.current, state), shownPlaces(block.current, state)));
    copy.textContent = done ? "Copied" : "Copying is not allowed here";
    setTimeout(() => { copy.textContent = "Copy as CSV"; }, 2000);
  });
  tools.append(search, columns, copy, element("span", {}, "Press a heading to sort by it, and to read what it means."));
  tools.hidden = false;
}

function listenForTables() {
  document.addEventListener("pointerdown", (event) => {
    for (const open of document.querySelectorAll(".columns[open]")) if (!open.contains(event.target)) open.open = false;
  });
}

function fillColumns(block, table, state) {
  const choices = table.headings.slice(1).map((heading, place) => {
    const box = element("input", { type: "checkbox" });
    box.checked = !state.hidden.has(heading.column);
    box.addEventListener("change", () => {
      if (box.checked) state.hidden.delete(heading.column);
      else state.hidden.add(heading.column);
      drawTable(block);
    });
    return element("label", {}, box, nameOf(table, place + 1));
  });
  block.querySelector(".columns > div").replaceChildren(...choices);
}

// Return what to call a column out of its place: several are called q.
function nameOf(table, place) {
  const { kind, label } = table.headings[place];
  const tested = table.headings.slice(0, place).findLast((heading) => heading.kind !== "q");
  return kind === "q" && tested ? `${label} of ${tested.label}` : label;
}

function shownPlaces(table, state) {
  return table.headings.map((_, place) => place).filter((place) => !state.hidden.has(table.headings[place].column));
}

// The rows that match the search, sorted; rows without a number come last, grey rows after the others.
function shownRows(table, state) {
  const rows = table.rows.filter((row) => row.cells.some((cell, place) =>
    !table.headings[place].isNumber && searchWords(cell.text).includes(state.search)));
  const place = placeOf(table, state.sort);
  if (place < 0) return rows;
  const isNumber = table.headings[place].isNumber;
  return rows.sort((one, other) => {
    const grey = (one.certainty === "few") - (other.certainty === "few");
    if (grey) return grey;
    const texts = [one.cells[place].text, other.cells[place].text];
    const [a, b] = texts.map(numberOf);
    if (isNumber && (isNaN(a) || isNaN(b))) return isNaN(a) - isNaN(b);
    const order = isNumber ? a - b : texts[0].localeCompare(texts[1], "en", { numeric: true });
    return state.down ? -order : order;
  });
}

function drawTable(block) {
  const table = block.current;
  const state = stateOf(table.id);
  const places = shownPlaces(table, state);
  const head = element("tr", {}, ...places.map((place) => headingCell(block, table, place, state)));
  const rows = shownRows(table, state);
  const body = bodyOf(table, rows, places);
  if (!rows.length) body.append(element("tr", {}, element("td", { class: "text", colspan: places.length }, "No row shown has these words.")));
  block.querySelector(".scroll").replaceChildren(element("table", { class: "data" }, element("thead", {}, head), body));
}

function headingCell(block, table, place, state) {
  const heading = table.headings[place];
  const name = nameOf(table, place);
  const sorted = state.sort === heading.column;
  const button = element("button", { type: "button", title: heading.meaning, "aria-label": name === heading.label ? null : name }, heading.label);
  button.addEventListener("click", () => {
    state.down = sorted ? !state.down : heading.isNumber;
    state.sort = heading.column;
    const note = block.querySelector(".meaning");
    note.replaceChildren(element("b", {}, name), `: ${heading.meaning}. Sorted, ${state.down ? "highest" : "lowest"} first.`);
    note.hidden = false;
    drawTable(block);
    block.querySelector("th[aria-sort] button").focus();
  });
  const order = sorted ? (state.down ? "descending" : "ascending") : null;
  return element("th", { scope: "col", class: heading.isNumber ? "number" : null, "aria-sort": order }, button);
}

// Return the rows as a table body, cells shaded by their place between the least and the most of a column.
function bodyOf(table, rows, places) {
  const shades = places.map((place) => shading(table, place));
  return element("tbody", {}, ...rows.map((row) => {
    const cells = places.map((place, number) => {
      const heading = table.headings[place];
      const cell = row.cells[place];
      const content = contentOf(heading, cell);
      if (number === 0 && row.certainty === "provisional") {
        content.push(" ", element("abbr", { title: "provisional: few observations" }, "†"));
      }
      if (number === 0) return element("th", { scope: "row" }, ...content);
      const shade = row.certainty === "few" ? null : shades[number](cell.text);
      return element("td", { class: heading.isNumber ? null : "text", style: shade }, ...content);
    });
    return element("tr", { class: row.certainty === "few" ? "few" : null }, ...cells);
  }));
}

function contentOf(heading, cell) {
  const content = [cell.text];
  if (heading.kind === "card" && cell.text in LAYOUT.cards) content[0] = cardLink(cell.text);
  if (heading.kind === "link" && cell.text) content[0] = element("a", { href: cell.text }, heading.label);
  if (heading.kind === "name") {
    content[0] = heading.column === "name" ? playerButton(cell.text) : element("bdi", {}, cell.text);
  }
  if (cell.interval) content.push(element("small", {}, cell.interval));
  return content;
}

function shading(table, place) {
  const { kind } = table.headings[place];
  if (["text", "name", "card", "link", "count", "q"].includes(kind)) return () => null;
  const values = table.rows.filter((row) => row.certainty !== "few").map((row) => numberOf(row.cells[place].text));
  const known = values.filter((value) => !isNaN(value));
  if (known.length < 2) return () => null;
  const least = Math.min(...known);
  const most = Math.max(...known);
  const reach = Math.max(Math.abs(least), Math.abs(most));
  return (text) => {
    const value = numberOf(text);
    if (isNaN(value) || least === most) return null;
    const signed = kind.startsWith("signed");
    const part = signed ? Math.abs(value) / reach : (value - least) / (most - least);
    return `--shade: ${Math.round(30 * part)}%${signed && value < 0 ? "; --hue: var(--chart-orange)" : ""}`;
  };
}

function csvOf(table, rows, places) {
  const quoted = (text) => {
    const harmless = /^\s*[=+@]|^\s*-(?!\d)/.test(text) && isNaN(Number(text)) ? `'${text}` : text;
    return /[",\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  const plain = (text) => text.replace(/,(?=\d{3})| %/g, "").replace("\u2212", "-");
  const line = (texts) => texts.map(quoted).join(",");
  const columns = places.map((place) => {
    const { label, kind, isNumber } = table.headings[place];
    const hasInterval = isNumber && rows.some((row) => row.cells[place].interval);
    const name = kind.endsWith("percent") ? `${label} (%)` : label;
    const ends = ({ interval }) => (interval ? interval.split(" to ").map(plain) : ["", ""]);
    return {
      labels: hasInterval ? [name, `${name}: 95 % from`, `${name}: 95 % to`] : [name],
      texts: ({ cells }) => [
        isNumber ? plain(cells[place].text) : cells[place].text,
        ...(hasInterval ? ends(cells[place]) : []),
      ],
    };
  });
  const lines = rows.map((row) => line(columns.flatMap((column) => column.texts(row))));
  return [line(columns.flatMap((column) => column.labels)), ...lines].join("\n") + "\n";
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { class: "heard" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
