// Elements made and found; text is only ever set as text.
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

const filled = (made, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
};

export const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
export const makeSvg = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

// A drawing of the server's tables; it escapes what it writes.
export const drawn = (markup, attributes = {}) => {
  const group = makeSvg("g", attributes);
  group.innerHTML = markup;
  return group;
};

export const picture = (markup, attributes = {}) => {
  const frame = make("span", attributes);
  frame.innerHTML = markup;
  return frame;
};

// Fills a part of the page anew without losing the place of somebody who works with the keyboard.
export const refill = (part, ...children) => {
  const key = part.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  part.replaceChildren(...children);
  if (key === undefined) return;
  const again = part.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  const other = part.querySelector("button:not(:disabled), [tabindex='0']");
  (again || other || part).focus();
};

export const say = (words) => {
  byId("said").textContent = words;
};

export const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
