// Marks of the charts: axes, points with intervals, lines. Units are the page's pixels, so text keeps its size.
const HEIGHT = { row: 23, heading: 20, axis: 26, plot: 260 };

// Return round numbers between two values, about as many as requested.
function ticks(least, most, number) {
  const raw = (most - least) / number || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw);
  const first = Math.ceil(least / step - 1e-9);
  const count = Math.floor(most / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, place) => Number(((first + place) * step).toPrecision(12)));
}

function tickText(value, kind) {
  const text = String(value).replace("-", "\u2212");
  return kind === "percent" ? `${text} %` : text;
}

// Return a function from values to places, with the domain a little wider than the values.
function scale(values, from, to) {
  const known = values.filter((value) => !isNaN(value));
  let [least, most] = [Math.min(...known), Math.max(...known)];
  if (least === most) [least, most] = [least - 1, most + 1];
  const margin = (most - least) * 0.03;
  const place = (value) => from + ((value - least + margin) / (most - least + 2 * margin)) * (to - from);
  return Object.assign(place, { least, most });
}

function canvas(width, height, label) {
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
}

function text(x, y, content, attributes = {}) {
  return shape("text", { x, y, ...attributes }, content);
}

const pen = document.createElement("canvas").getContext("2d");

// Return the width of a chart's label.
function textWidth(content) {
  pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(content).width;
}

// Draw vertical lines at round values with the values below.
function axisBelow(drawing, x, top, bottom, kind, number) {
  for (const value of ticks(x.least, x.most, number)) {
    drawing.append(shape("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: bottom }));
    drawing.append(text(x(value), bottom + 16, tickText(value, kind), { class: "tick", "text-anchor": "middle" }));
  }
}

function axisLeft(drawing, y, left, right, kind) {
  for (const value of ticks(y.least, y.most, 5)) {
    drawing.append(shape("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }));
    drawing.append(text(left - 6, y(value) + 4, tickText(value, kind), { class: "tick", "text-anchor": "end" }));
  }
}

// Draw a value with its interval: hollow if provisional, grey if there is too little, a grey cross if it should have
// an interval but has none.
function mark(drawing, x, y, value, [low, high], certainty, series, hasIntervals) {
  const isUnknown = hasIntervals && isNaN(low);
  const part = shape("g", { class: `mark ${series} ${isUnknown ? "few" : certainty}` });
  if (!isNaN(low)) part.append(shape("line", { class: "interval", x1: x(low), x2: x(high), y1: y, y2: y }));
  if (isUnknown) {
    const [a, b] = [x(value), 3.5];
    part.append(shape("path", { d: `M${a - b},${y - b} L${a + b},${y + b} M${a - b},${y + b} L${a + b},${y - b}` }));
  } else {
    part.append(shape("circle", { cx: x(value), cy: y, r: 4.5 }));
  }
  drawing.append(part);
}

function legend(labels) {
  const items = labels.map((label, number) => element("li", {}, element("i", { class: `series-${number}` }), label));
  return element("ul", { class: "legend" }, ...items);
}
