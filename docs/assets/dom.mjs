// Small helpers that build the page. Text always becomes a text node: nothing that comes from a
// record, a link or a file is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element: `h("button", {class: "x", onclick: f, "aria-label": "…"}, "text", child)`.
 * A property beginning with `on` is a listener; `false` and `null` leave an attribute out, `true`
 * sets it empty. Children that are `null` or `false` are left out.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

/** Replace what stands in an element by these children, `null` left out. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

/**
 * Fill a list with the items of these keys, in order; `make(key)` makes one that is not there yet.
 * What stays is not touched: it keeps the focus, and a screen reader does not hear it come again.
 */
export function refill(list, keys, make) {
  const before = new Map([...list.children].map((item) => [item.dataset.key, item]));
  const items = keys.map((key) => {
    const item = before.get(key) ?? make(key);
    item.dataset.key = key;
    return item;
  });
  for (const item of [...list.children]) if (!items.includes(item)) item.remove();
  items.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  });
  return items;
}

/** Set an attribute, or take it away where the value is `null` or `false`. */
export function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Put other words in an element, if they are other ones. */
export function reword(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Text that is spoken and searched but not drawn; `lang` where it is not that of its place. */
export function spoken(text, lang = null) {
  return h("span", { class: "elf-spoken", lang }, text);
}

/** The place in which texts are put that are to be spoken, politely and whole. */
export function liveRegion(properties = {}) {
  return h("div", { "aria-live": "polite", "aria-atomic": "true", ...properties });
}

/** A picture of one path in a box of 20 by 20, for buttons. */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of [["viewBox", "0 0 20 20"], ["class", "elf-icon"], ["aria-hidden", "true"], ["focusable", "false"]]) {
    svg.setAttribute(name, value);
  }
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Lines drawn by hand, for the slate: a picture of `path` in a box `width` by `height`. */
export function strokes(path, width, height, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Say that a button does nothing now, without taking the focus from under a finger. */
export function inert(button, nothing) {
  attribute(button, "aria-disabled", nothing ? "true" : null);
}
