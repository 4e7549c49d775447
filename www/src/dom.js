// Elements, made without markup: no text from outside is ever parsed.

export const $ = (id) => document.getElementById(id);

/** `el('p', { class: 'quiet', onclick }, 'text', child, …)`; what is null, undefined or false is left out. */
export function el(name, given, ...children) {
  return fill(document.createElement(name), given, children);
}

/** The same for SVG. */
export function svg(name, given, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), given, children);
}

function fill(element, given, children) {
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** What stands for each class, besides its word and its colour: a clock, a stop sign, an empty battery, a question. */
const SHAPES = {
  transient: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7.5v5l3.5 2',
  permanent: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3ZM8 12h8',
  exhausted: 'M2.5 7h16v10h-16ZM21.5 10.5v3M6 10v4',
  unknown: 'M12 2.5L21.5 12L12 21.5L2.5 12ZM10 9.8a2.1 2.1 0 1 1 2.7 2.2c-.5.2-.7.5-.7 1.2M12 15.9v.1',
};

export const glyph = (kind) => svg('svg', { class: 'glyph', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SHAPES[kind] }));
