// Charts, drawn from the tables of the view: points with intervals, a grid of shaded cells, lines, points of two values.
const DRAWN = { dots: drawDots, grid: drawGrid, lines: drawLines, scatter: drawScatter };

// Draw a chart of a view into its figure, or hide the figure if the view has nothing to draw.
function showChart(figure, view) {
  const spec = LAYOUT.charts[figure.dataset.chart];
  const place = figure.querySelector(".drawing");
  figure.hidden = false;
  const width = Math.max(place.clientWidth, 280);
  const parts = DRAWN[spec.form](spec, (name) => columnOf(view, name), width);
  figure.hidden = parts.length === 0;
  if (!parts.length) return;
  const [id] = (spec.value ?? spec.x).split(".");
  const block = document.getElementById(`table-${id}`);
  if (block) parts.push(element("a", { class: "numbers", href: `#table-${id}` }, "The numbers"));
  place.replaceChildren(...parts);
}

// Return a column, "table.column", with its table; null if the view does not show it.
function columnOf(view, name) {
  const [id, column] = name.split(".");
  const table = tableOf(view, id);
  const place = table ? placeOf(table, column) : -1;
  if (place < 0) return null;
  const entries = table.rows.map((row) => ({
    label: row.cells[0].text,
    certainty: row.certainty,
    text: row.cells[place].text,
    value: numberOf(row.cells[place].text),
    ends: endsOf(row.cells[place].interval),
  }));
  const hasIntervals = entries.some((entry) => !isNaN(entry.ends[0]));
  return { ...table.headings[place], first: table.headings[0], entries, table, hasIntervals };
}

function drawDots(spec, column, width) {
  const main = column(spec.value);
  if (!main) return [];
  const second = spec.second ? column(spec.second) : null;
  const byValue = main.first.kind === "card";
  let rows = main.entries.map((entry, place) => ({ ...entry, place, other: second ? second.entries[place] : null }));
  const isUnknown = (row) => main.hasIntervals && isNaN(row.ends[0]);
  const isLast = (row) => row.certainty === "few" || isUnknown(row);
  rows = rows.filter((row) => !isNaN(row.value) && (row.certainty !== "few" || !isNaN(row.ends[0])));
  if (byValue) rows.sort((one, other) => isLast(one) - isLast(other) || other.value - one.value);
  if (!rows.length) return [];
  const names = rows.map((row) => rowName(main, row));
  const left = Math.min(width * 0.6, Math.max(...names.map(textWidth)) + (byValue ? 42 : 12));
  const isHeaded = (number) => main.first.column === "scope" && rows[number].label !== rows[number - 1]?.label;
  let bottom = 0;
  const middles = rows.map((_, number) => {
    bottom += HEIGHT.row + (isHeaded(number) ? HEIGHT.heading : 0);
    return bottom - HEIGHT.row / 2;
  });
  bottom += 4;
  const drawing = canvas(width, bottom + HEIGHT.axis, spec.label);
  const values = rows.flatMap((row) => [row.value, ...row.ends, ...(row.other ? [row.other.value, ...row.other.ends] : [])]);
  if ("null" in spec) values.push(spec.null);
  const x = scale(values, left, width - 14);
  axisBelow(drawing, x, 0, bottom, main.kind, width < 420 ? 4 : 6);
  if ("null" in spec) drawing.append(shape("line", { class: "null", x1: x(spec.null), x2: x(spec.null), y1: 0, y2: bottom }));
  rows.forEach((row, number) => {
    const y = middles[number];
    if (isHeaded(number)) drawing.append(text(0, y - HEIGHT.row / 2 - 4, row.label, { class: "label" }));
    const name = shape("g", byValue ? { "data-card": row.label } : {});
    if (byValue) name.append(shape("use", { href: `#habitat-${row.label}`, x: 2, y: y - 11, width: 26, height: 22 }));
    name.append(text(left - 8, y + 4, names[number], { class: "label", "text-anchor": "end" }));
    drawing.append(name);
    const shift = row.other && !isNaN(row.other.value) ? 3.5 : 0;
    if (shift) mark(drawing, x, y + shift, row.other.value, row.other.ends, row.certainty, "series-1", second.hasIntervals);
    mark(drawing, x, y - shift, row.value, row.ends, row.certainty, "series-0", main.hasIntervals);
  });
  return [...(second ? [legend([main.label, second.label])] : []), drawing];
}

// Return the name of a row: its card, its seat, or its first cell.
function rowName(main, row) {
  if (main.first.kind === "card") return cardName(row.label);
  if (main.first.column === "scope") return `seat ${main.table.rows[row.place].cells[1].text}`;
  return main.first.column === "seat" ? `seat ${row.label}` : row.label;
}

// A grid is a table: rows by the first column, columns by another, cells shaded by their values.
function drawGrid(spec, column) {
  const main = column(spec.value);
  const across = column(spec.across);
  if (!main || !across) return [];
  const order = [...new Set(across.entries.map((entry) => entry.text))];
  const rows = new Map();
  main.entries.forEach((entry, place) => {
    if (!rows.has(entry.label)) rows.set(entry.label, new Map());
    rows.get(entry.label).set(across.entries[place].text, entry);
  });
  const known = main.entries.filter((entry) => entry.certainty !== "few" && !isNaN(entry.value)).map((entry) => entry.value);
  if (!known.length) return [];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const labels = [...rows.keys()];
  if (main.first.kind === "card") labels.sort();
  const body = labels.map((label) => element("tr", {},
    element("th", { scope: "row" }, main.first.kind === "card" ? cardLink(label) : label),
    ...order.map((name) => {
      const entry = rows.get(label).get(name);
      if (!entry) return element("td");
      const few = entry.certainty === "few";
      const shade = few ? null : `--shade: ${Math.round(45 * (entry.value - least) / (most - least || 1))}%`;
      return element("td", { class: few ? "few" : null, style: shade }, entry.text.replace(" %", ""));
    })));
  const head = element("tr", {}, element("th", { scope: "col" }, main.first.label),
    ...order.map((name) => element("th", { scope: "col", class: "number" }, name.replace(" or later", "+"))));
  const unit = main.kind === "percent" ? `${main.label}, %` : main.label;
  const table = element("table", { class: "data matrix" }, element("caption", {}, `${unit}, by ${across.label.toLowerCase()}`),
    element("thead", {}, head), element("tbody", {}, ...body));
  return [element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": spec.label }, table)];
}

// Where `reach` counts the games of each point, a point of fewer than 9 in 10 of them is hollow and not on the line.
function drawLines(spec, column, width) {
  const x = column(spec.x);
  const series = spec.values.map(column).filter((one) => one);
  if (!x || !series.length) return [];
  const reach = spec.reach ? column(spec.reach).entries.map((entry) => entry.value) : null;
  const known = x.entries.map((entry, place) => place).filter((place) => !isNaN(x.entries[place].value));
  const most = reach ? Math.max(...known.map((place) => reach[place])) : 0;
  const points = series.map((one) => one.entries
    .map((entry, place) => ({ ...entry, x: x.entries[place].value, isWhole: !reach || reach[place] >= 0.9 * most }))
    .filter((entry) => !isNaN(entry.x) && !isNaN(entry.value) && entry.certainty !== "few"));
  const all = points.flat();
  if (all.length < 2) return [];
  const drawing = canvas(width, HEIGHT.plot + 34, spec.label);
  const toX = scale(all.map((point) => point.x), 46, width - 14);
  const toY = scale([...all.flatMap((point) => [point.value, ...point.ends]), ...(spec.diagonal ? [0, 100] : [])], HEIGHT.plot - 4, 6);
  axisBelow(drawing, toX, 6, HEIGHT.plot, x.kind, width < 420 ? 5 : 8);
  axisLeft(drawing, toY, 46, width - 14, series[0].kind);
  if (spec.diagonal) drawing.append(shape("line", { class: "null", x1: toX(toX.least), y1: toY(toX.least), x2: toX(toX.most), y2: toY(toX.most) }));
  points.forEach((of, number) => {
    const path = of.filter((point) => point.isWhole).map((point) => `${toX(point.x)},${toY(point.value)}`).join(" ");
    drawing.append(shape("polyline", { class: `line series-${number}`, points: path }));
    for (const point of of) {
      const part = shape("g", { class: `mark series-${number} ${point.isWhole ? point.certainty : "provisional"}` });
      const [low, high] = point.ends;
      if (!isNaN(low)) part.append(shape("line", { class: "interval", x1: toX(point.x), x2: toX(point.x), y1: toY(low), y2: toY(high) }));
      part.append(shape("circle", { cx: toX(point.x), cy: toY(point.value), r: 3.5 }));
      drawing.append(part);
    }
  });
  drawing.append(text(width - 14, HEIGHT.plot + 31, x.label, { class: "tick", "text-anchor": "end" }));
  return [legend(series.map((one) => one.label)), drawing];
}

function drawScatter(spec, column, width) {
  const [x, y] = [column(spec.x), column(spec.y)];
  if (!x || !y) return [];
  const of = new Map(y.entries.map((entry) => [entry.label, entry]));
  const points = x.entries
    .filter((entry) => of.has(entry.label) && entry.certainty !== "few" && of.get(entry.label).certainty !== "few")
    .map((entry) => ({ label: entry.label, x: entry.value, y: of.get(entry.label).value }))
    .filter((point) => !isNaN(point.x) && !isNaN(point.y));
  if (points.length < 2) return [];
  const height = HEIGHT.plot * 1.5;
  const drawing = canvas(width, height + 38, spec.label);
  const toX = scale(points.map((point) => point.x), 40, width - 50);
  const toY = scale(points.map((point) => point.y), height - 8, 22);
  axisBelow(drawing, toX, 14, height, x.kind, 5);
  axisLeft(drawing, toY, 36, width - 14, y.kind);
  const taken = points.map((point) => [toX(point.x) - 4, toY(point.y) - 4, toX(point.x) + 4, toY(point.y) + 4]);
  for (const point of points.sort((one, other) => other.y - one.y)) {
    const [at, up] = [toX(point.x), toY(point.y)];
    const name = shape("g", { "data-card": point.label, class: "mark series-0 enough" }, shape("circle", { cx: at, cy: up, r: 4.5 }));
    const long = textWidth(cardName(point.label));
    const boxes = [[at + 6, up - 7, at + 9 + long, up + 7], [at - 9 - long, up - 7, at - 6, up + 7]];
    const place = boxes.findIndex((box) => box[0] > 40 && box[2] < width
      && taken.every(([left, top, right, bottom]) => box[2] < left || box[0] > right || box[3] < top || box[1] > bottom));
    if (place >= 0) {
      taken.push(boxes[place]);
      const end = place === 0 ? {} : { "text-anchor": "end" };
      name.append(text(at + (place === 0 ? 7 : -7), up + 4, cardName(point.label), { class: "label", ...end }));
    }
    drawing.append(name);
  }
  drawing.append(text(width - 14, height + 34, x.label, { class: "tick", "text-anchor": "end" }));
  drawing.append(text(2, 10, y.label, { class: "tick" }));
  return [drawing];
}
