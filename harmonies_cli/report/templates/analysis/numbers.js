// Elements, and the numbers in the tables: everything on the page is read from the texts shown.
const SVG = document.querySelector(".symbols").namespaceURI;
const LAYOUT = JSON.parse(document.getElementById("layout").textContent);
const CERTAINTY = { f: "few", p: "provisional", e: "enough" };

// Make an element; attributes that are null or false are left out, children are elements or texts.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// Make an SVG element.
function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function habitat(id) {
  const drawing = shape("svg", { class: "habitat", "aria-hidden": "true", focusable: "false" });
  drawing.append(shape("use", { href: `#habitat-${id}` }));
  return drawing;
}

const cardName = (id) => id.replaceAll("-", " ");

function cardLink(id) {
  return element("a", { class: "card", href: `#card-${id}`, "data-card": id }, habitat(id), cardName(id));
}

// Return a text as searches compare it.
const searchWords = (text) => text.replaceAll("-", " ").trim().toLowerCase();

// Read a number as the page writes it: "1,234", "−1.50", "12 %", "<0.001"; NaN for none.
function numberOf(text) {
  return parseFloat(text.replace(/[,<\s]/g, "").replace("\u2212", "-"));
}

// Return the ends of an interval, "1.0 to 2.0"; both NaN for none.
function endsOf(interval) {
  const ends = interval.split(" to ");
  return ends.length === 2 ? ends.map(numberOf) : [NaN, NaN];
}

// Return a table of a view: headings with content, and rows of cells with text, interval and value.
function tableOf(view, id) {
  const data = view.tables[id];
  if (!data) return null;
  const places = Object.keys(data.columns).map(Number).sort((one, other) => one - other);
  const headings = places.map((place) => {
    const [column, label, meaning, kind] = LAYOUT.tables[id].headings[place];
    return { column, label, meaning, kind, isNumber: !["text", "name", "card", "link"].includes(kind) };
  });
  const columns = places.map((place) => data.columns[place].map((texts) => texts.split("\t")));
  const rows = [...data.sure].map((letter, row) => ({
    certainty: CERTAINTY[letter],
    cells: columns.map(([texts, intervals]) => ({ text: texts[row], interval: intervals ? intervals[row] : "" })),
  }));
  return { id, headings, rows, left: data.left };
}

// Return the place of a column among the headings of a table; -1 if it is not shown.
const placeOf = (table, column) => table.headings.findIndex((heading) => heading.column === column);
