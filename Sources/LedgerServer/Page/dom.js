// Makes elements. Text always goes in as text, never as markup.

const svgNamespace = "http://www.w3.org/2000/svg";

/** An element with attributes (`on…` are listeners, null and false leave one out) and children. */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function shape(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

function fill(node, attributes, children) {
  setAttributes(node, attributes);
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Sets, changes and removes attributes. */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : value);
  }
}

/** Sets the text of an element only where it differs, so that a screen reader is not told twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the children of `parent` those of `items`: one child a key is kept, moved and renewed, so that focus and scrolling
 * stay where they are. `make(item)` gives an element, `renew(element, item)` brings it up to date.
 */
export function keepChildren(parent, items, key, make, renew) {
  const wanted = new Set(items.map((item) => String(key(item))));
  const old = new Map();
  for (const child of [...parent.children]) {
    if (wanted.has(child.dataset.key)) old.set(child.dataset.key, child);
    else child.remove();
  }
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let child = old.get(name);
    if (!child) {
      child = make(item);
      child.dataset.key = name;
    }
    renew(child, item);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}
