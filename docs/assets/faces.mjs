// Card faces of both packs, as symbols made on first use in one hidden picture of the document.
//
// A picture of a card never carries its name: names stand beside it as text, and the back of a
// face-down card is the same picture for every card.

import {
  backArt, FIGURE_STROKE, FRENCH_FIGURES, GERMAN_FIGURES, GLYPHS, LATTICE, SIGNS, SUIT_COLOURS,
} from "./faces-art.mjs";

const SVG = "http://www.w3.org/2000/svg";
const SPRITE_ID = "elfern-faces";

/** Letters that each pack prints in the corner, where they differ from the code. */
const PRINTED = { german: { Q: "O", J: "U" }, french: {} };

/** Where the signs of the number cards stand: [x, y] of the upper half, mirrored below. */
const COLUMNS = { left: 39, right: 61 };
const ROWS = {
  7: { pairs: [28, 76], middle: [52] },
  8: { pairs: [28, 76], middle: [52, 100] },
  9: { pairs: [25, 59], middle: [76] },
  T: { pairs: [25, 59], middle: [42, 110] },
};

function parse(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return [...parsed.children].map((child) => document.importNode(child, true));
}

function sprite() {
  let found = document.getElementById(SPRITE_ID);
  if (found) return found;
  found = document.createElementNS(SVG, "svg");
  found.id = SPRITE_ID;
  found.setAttribute("aria-hidden", "true");
  found.setAttribute("width", "0");
  found.setAttribute("height", "0");
  found.setAttribute("class", "elf-sprite");
  found.append(...parse(`<defs>${LATTICE}</defs>`));
  document.body.append(found);
  return found;
}

function sign(pack, suit, x, y, size, turned = false) {
  const scale = size / 32;
  const turn = turned ? ` rotate(180 16 16)` : "";
  return `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${scale})${turn}">${SIGNS[pack][suit]}</g>`;
}

function glyph(rank, colour) {
  return `<path d="${GLYPHS[rank]}" fill="none" stroke="${colour}" stroke-width="3.400" stroke-linejoin="round"/>`;
}

function corner(pack, suit, rank) {
  const letter = PRINTED[pack][rank] ?? rank;
  const { ink } = SUIT_COLOURS[pack][suit];
  return `<g transform="translate(5.500 8) scale(1.120)">${glyph(letter, ink)}</g>${sign(pack, suit, 16.5, 52, 20)}`;
}

function middle(pack, suit, rank) {
  const colours = SUIT_COLOURS[pack][suit];
  if (ROWS[rank]) {
    const { pairs, middle: single } = ROWS[rank];
    const rows = [...new Set(pairs.flatMap((y) => [y, 152 - y]))];
    return [
      ...rows.flatMap((y) => Object.values(COLUMNS).map((x) => [x, y])),
      ...single.map((y) => [50, y]),
    ].map(([x, y]) => sign(pack, suit, x, y, 19, y > 76)).join("");
  }
  if (rank === "A") {
    return pack === "german"
      ? sign(pack, suit, 50, 49, 42) + sign(pack, suit, 50, 103, 42, true)
      : sign(pack, suit, 50, 76, suit === "S" ? 58 : 50);
  }
  if (pack === "french") {
    const half = FRENCH_FIGURES[rank](colours);
    return (
      `<g ${FIGURE_STROKE}>${half}<g transform="rotate(180 50 76)">${half}</g></g>` +
      `<circle cx="50" cy="76" r="14" fill="#fffdf8" stroke="${colours.ink}" stroke-width="1.300"/>${sign(pack, suit, 50, 76, 20)}`
    );
  }
  const figure = GERMAN_FIGURES[rank](colours);
  if (rank === "K") {
    return (
      `<g ${FIGURE_STROKE} transform="translate(0 28)">${figure}</g>` +
      `<path d="M33 86h34v18c0 12-9 19-17 23-8-4-17-11-17-23z" fill="#fffdf8" stroke="#2b221c" stroke-width="1.500"/>` +
      sign(pack, suit, 50, 104, 28)
    );
  }
  // The officer stands under his sign, the soldier over his: that is what the names say.
  const [figureAt, signAt] = rank === "O" || rank === "Q" ? [53, 29] : [20, 123];
  return `<g ${FIGURE_STROKE} transform="translate(0 ${figureAt})">${figure}</g>${sign(pack, suit, 50, signAt, 32)}`;
}

const FIGURE_OF = { german: { Q: "O", J: "U" }, french: {} };

function cardMarkup(pack, suit, rank) {
  const index = corner(pack, suit, rank);
  return (
    '<rect class="elf-paper" x="1" y="1" width="98" height="150" rx="9"/>' +
    middle(pack, suit, FIGURE_OF[pack][rank] ?? rank) +
    `${index}<g transform="rotate(180 50 76)">${index}</g>`
  );
}

function ensure(id, box, markup) {
  if (document.getElementById(id)) return;
  sprite().append(...parse(`<symbol id="${id}" viewBox="${box}">${markup()}</symbol>`));
}

function use(id, className, box) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const link = document.createElementNS(SVG, "use");
  link.setAttribute("href", `#${id}`);
  svg.append(link);
  return svg;
}

/** The picture of a card, given by its code, in a pack: `face("HA", "german")`. */
export function face(code, pack) {
  const [suit, rank] = code;
  const id = `elfern-${pack}-${code}`;
  ensure(id, "0 0 100 152", () => cardMarkup(pack, suit, rank));
  return use(id, "elf-face", "0 0 100 152");
}

/** The back, the same for every card. */
export function back() {
  ensure("elfern-back", "0 0 100 152", () =>
    `<rect class="elf-paper" x="1" y="1" width="98" height="150" rx="9"/>${backArt()}`);
  return use("elfern-back", "elf-face", "0 0 100 152");
}

/** Rank and sign in one line, for lists: drawn, so that no font can turn it into an emoji. */
export function mini(code, pack) {
  const [suit, rank] = code;
  const id = `elfern-mini-${pack}-${code}`;
  const box = "0 0 50 30";
  ensure(id, box, () =>
    `<g transform="translate(2 1.700)"><path d="${GLYPHS[PRINTED[pack][rank] ?? rank]}" class="elf-mini-ink elf-ink-${pack}-${suit}" fill="none" stroke-width="3.200" stroke-linejoin="round"/></g>` +
    `<g class="elf-mini-sign elf-sign-${pack}-${suit}">${sign(pack, suit, 36, 15, 25)}</g>`);
  return use(id, "elf-mini", box);
}

/** The sign of a suit alone. */
export function suitSign(suit, pack) {
  const id = `elfern-sign-${pack}-${suit}`;
  ensure(id, "0 0 32 32", () => `<g class="elf-mini-sign elf-sign-${pack}-${suit}">${SIGNS[pack][suit]}</g>`);
  return use(id, "elf-sign", "0 0 32 32");
}
