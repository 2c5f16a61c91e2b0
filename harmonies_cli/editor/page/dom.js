// Makes and updates elements; text is only ever set as text.
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

// Handlers are properties, so an updated element takes over those of its new description.
const filled = (made, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made[name] = value;
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
};

export const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
export const makeSvg = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

const withMarkup = (element, markup) => {
  element.innerHTML = markup;
  element.markup = markup;
  return element;
};

// Markup from the engine, which has escaped everything in it.
export const drawn = (markup, attributes = {}) => withMarkup(makeSvg("g", attributes), markup);
export const picture = (markup, attributes = {}) => withMarkup(make("span", attributes), markup);

const HANDLERS = ["onclick", "onchange", "oninput", "onkeydown"];
const keyOf = (node) => node.dataset?.key;
const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

const mend = (old, fresh) => {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const handler of HANDLERS) if (old[handler] !== fresh[handler]) old[handler] = fresh[handler];
  if (fresh.markup !== undefined) {
    if (old.markup !== fresh.markup) withMarkup(old, fresh.markup);
    return;
  }
  mendChildren(old, [...fresh.childNodes]);
  if (old.tagName === "SELECT" || (old.tagName === "INPUT" && old !== document.activeElement)) old.value = fresh.value;
};

const mendChildren = (part, fresh) => {
  const wanted = new Set(fresh.map(keyOf));
  wanted.delete(undefined);
  const known = new Map([...part.childNodes].map((child) => [keyOf(child), child]));
  let at = part.firstChild;
  for (const next of fresh) {
    const match = keyOf(next) === undefined ? at : known.get(keyOf(next));
    while (match && at && at !== match && !wanted.has(keyOf(at))) [at] = [at.nextSibling, at.remove()];
    if (!match || !isAlike(match, next)) {
      part.insertBefore(next, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else part.insertBefore(match, at);
    mend(match, next);
  }
  while (at) [at] = [at.nextSibling, at.remove()];
};

// Brings a part of the page to a new state. Unchanged parts keep their elements: a control that is pressed or
// focused is not replaced meanwhile.
export const refill = (part, ...children) => {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  mendChildren(part, children.filter((child) => child !== null));
  if (!focused || (part.contains(focused) && !focused.disabled)) return;
  (part.querySelector("button:not(:disabled), [tabindex='0']") || part).focus();
};

export const say = (words) => {
  byId("said").textContent = words;
};

export const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
