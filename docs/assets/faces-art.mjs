// The drawings on the cards, as fragments of SVG: signs of the suits, index letters, figures.
//
// Everything here is our own drawing and constant text: no word from a record ever gets into it.
// A card is 100 wide and 152 high. A sign is drawn in a box of 32 by 32, an index letter in one
// of 20 by 27, and a figure stands in the middle of the card, 50 wide.

const RED = "#b3261e";
const BLACK = "#1f2328";
const GREEN = "#2f6b3a";
const BROWN = "#7a4a1e";
const GOLD = "#dfa524";
const SKIN = "#f3d8b6";
const WHITE = "#fffaf0";
const LINE = "#2b221c";

/** Colours of a suit, by pack: `ink` for its index, `robe` and `trim` for its figures. */
export const SUIT_COLOURS = {
  french: {
    C: { ink: BLACK, robe: "#2f4a63", trim: GOLD },
    S: { ink: BLACK, robe: "#2b3440", trim: "#b3262a" },
    H: { ink: RED, robe: "#b3322a", trim: GOLD },
    D: { ink: RED, robe: "#a3451f", trim: "#2f4a63" },
  },
  german: {
    C: { ink: "#5b4310", robe: "#8a5f1d", trim: GREEN },
    S: { ink: "#28592f", robe: "#33713f", trim: GOLD },
    H: { ink: RED, robe: "#b3322a", trim: "#35506b" },
    D: { ink: "#80500a", robe: "#c98f1b", trim: "#b3322a" },
  },
};

const heart =
  "M16 29C7 21.500 2.300 16.500 2.300 10.700 2.300 6.600 5.400 3.700 9.100 3.700c3.100 0 5.600 1.900 6.900 5 1.300-3.100 3.800-5 6.900-5 3.700 0 6.800 2.900 6.800 7C29.700 16.500 25 21.500 16 29z";

/** Signs of the suits in a box of 32 by 32. */
export const SIGNS = {
  french: {
    H: `<path fill="${RED}" d="${heart}"/>`,
    D: `<path fill="${RED}" d="M16 1.800C19.500 7.500 23 12 27.200 16 23 20 19.500 24.500 16 30.200 12.500 24.500 9 20 4.800 16 9 12 12.500 7.500 16 1.800z"/>`,
    S: `<path fill="${BLACK}" d="M16 2c3.200 6 12.300 9.800 12.300 16.500 0 3.600-2.700 5.900-5.900 5.900-2.200 0-4-1-5.100-2.700.3 3.200 1.400 5.700 3.700 8.300H11c2.300-2.600 3.400-5.100 3.700-8.300-1.100 1.700-2.900 2.700-5.100 2.700-3.200 0-5.900-2.300-5.900-5.900C3.700 11.800 12.800 8 16 2z"/>`,
    C: `<g fill="${BLACK}"><circle cx="16" cy="8.800" r="6.500"/><circle cx="8.700" cy="18.600" r="6.500"/><circle cx="23.300" cy="18.600" r="6.500"/><path d="M14.300 14h3.400c-.2 6.500 1 11.500 3.900 16H10.400c2.900-4.500 4.100-9.500 3.900-16z"/></g>`,
  },
  german: {
    H: `<path fill="${RED}" stroke="#6d120d" stroke-width="1" d="${heart}"/><path d="M6 11c0-2.600 1.600-4.200 3.600-4.200" fill="none" stroke="#ec9c94" stroke-width="1.500" stroke-linecap="round"/>`,
    S: `<path fill="#3c8a4a" stroke="#1c4424" stroke-width="1.200" d="M16 1.800c3.200 5.700 12.200 8.600 12.200 15.800 0 4.200-3 6.900-6.700 6.900-2.400 0-4.300-1-5.500-2.700-1.200 1.700-3.100 2.700-5.500 2.700-3.700 0-6.700-2.700-6.700-6.900C3.800 10.400 12.800 7.500 16 1.800z"/><path d="M16 7v23.500M16 12.500l-4.600 3.700M16 12.500l4.600 3.700M16 17.500l-4.600 3.300M16 17.500l4.600 3.300" fill="none" stroke="#1c4424" stroke-width="1.400" stroke-linecap="round"/>`,
    C: `<path fill="${GOLD}" stroke="#5d3813" stroke-width="1.200" d="M6.800 14.500c-.4 8.600 5 14 9.200 15.800 4.200-1.800 9.600-7.200 9.200-15.800z"/><path d="M11 18c.2 4 1.600 6.700 3.300 8.500" fill="none" stroke="#f7dd97" stroke-width="1.600" stroke-linecap="round"/><path fill="#4b7c3a" stroke="#24401c" stroke-width="1.200" d="M4.600 15.200C3.700 9 9 5.800 16 5.800S28.300 9 27.400 15.200c-3.700 1.500-19.100 1.500-22.800 0z"/><path d="M16 6c-.2-2.300.6-3.700 2.600-4.500" fill="none" stroke="#5d3813" stroke-width="2.400" stroke-linecap="round"/><path d="M8.500 9.500l4 5.300M14 7l4 8M23.500 9.500l-4 5.300M18.500 7.200l-4 7.800" fill="none" stroke="#b9d09c" stroke-width=".9"/>`,
    D: `<circle cx="16" cy="4.600" r="2.500" fill="none" stroke="#5d3813" stroke-width="1.700"/><circle cx="16" cy="18" r="11.800" fill="${GOLD}" stroke="#5d3813" stroke-width="1.300"/><path d="M4.600 15.300c7 3.400 15.800 3.400 22.800 0v4.600c-7 3.400-15.800 3.400-22.800 0z" fill="#b3322a" stroke="#5d3813" stroke-width="1"/><path d="M8.500 11.500c1.300-2 3-3.200 5-3.700" fill="none" stroke="#fae6ae" stroke-width="1.600" stroke-linecap="round"/><circle cx="16" cy="25" r="1.700" fill="#5d3813"/><path d="M16 25.500v4" stroke="#5d3813" stroke-width="1.700"/>`,
  },
};

/** Index letters and figures as strokes in a box of 20 by 27. */
export const GLYPHS = {
  A: "M4 26 10 1.500 16 26M6.300 18h7.400M1 26h6.500M12.500 26H19",
  K: "M5.500 1.500V26M16 1.500 6 15.500M9.700 11 16.500 26M1.800 1.500h7.400M1.800 26h7.400M12.800 1.500h6M13.200 26h6",
  Q: "M10 1.500c4.600 0 7 4.400 7 11.800S14.600 25 10 25s-7-4.300-7-11.700S5.400 1.500 10 1.500zM9.300 18.500c3.400.3 4.700 7.500 9.200 8",
  J: "M13 1.500v17.700c0 4.300-1.900 6.600-5.100 6.600-3.400 0-5.300-2.300-5.200-6.300M8.500 1.500h9",
  O: "M10 1.500c4.600 0 7 4.400 7 12s-2.400 12-7 12-7-4.400-7-12 2.400-12 7-12z",
  U: "M4.600 1.500v16c0 5.500 1.900 8.200 5.400 8.200s5.400-2.700 5.400-8.200v-16M1.300 1.500h6.600M12.100 1.500h6.600",
  T: "M.9 5.500 4.800 1.500V26M1 26h7.600M14.600 1.500c3 0 4.600 4.400 4.600 12.100s-1.600 12.100-4.600 12.100S10 21.300 10 13.600s1.600-12.100 4.600-12.100z",
  9: "M16 9.500c0 4.700-2.600 7.700-6.100 7.700S3.800 14.200 3.800 9.400s2.600-7.900 6.100-7.900S16 4.700 16 9.500c0 9.500-3.500 15.200-10.300 16.300",
  8: "M10 1.500c3.300 0 5.300 2 5.300 5.300S13 12.900 10 12.900 4.700 10.100 4.700 6.800 6.700 1.500 10 1.500zM10 12.900c3.900 0 6.400 2.600 6.400 6.300S14 25.800 10 25.800s-6.400-2.900-6.400-6.600 2.500-6.300 6.400-6.300z",
  7: "M2.600 8V1.500h14.700C11.800 9.500 9 17.500 8.800 26.500",
};

const face = (cy) =>
  `<ellipse cx="50" cy="${cy}" rx="9" ry="10.800" fill="${SKIN}"/>` +
  `<path d="M46 ${cy - 1.5}h.1M54 ${cy - 1.5}h.1" stroke-width="2.600" stroke-linecap="round"/>` +
  `<path d="M50 ${cy}l-1.300 4h2" fill="none" stroke-width="1"/>`;

const crown = (top, gems) =>
  `<path d="M38.500 ${top + 16} 36 ${top + 3}l7.300 6.700L50 ${top}l6.700 9.700L64 ${top + 3}l-2.500 13z" fill="${GOLD}"/>` +
  `<path d="M38.500 ${top + 12.500}h23v4.500h-23z" fill="${gems}"/>` +
  [36, 50, 64].map((x, i) => `<circle cx="${x}" cy="${top + (i === 1 ? -0.5 : 2.500)}" r="2.100" fill="${GOLD}"/>`).join("");

const beard = (cy, colour) =>
  `<path d="M41 ${cy - 1}c-.6 10 3.400 17.500 9 17.500s9.600-7.500 9-17.500c-2.200 4.600-5.500 5.600-9 5.600s-6.800-1-9-5.600z" fill="${colour}"/>` +
  `<path d="M47.300 ${cy + 8}h5.400" stroke="${RED}" stroke-width="1.800" stroke-linecap="round"/>`;

const locks = (cy, length, colour) =>
  `<path d="M41.500 ${cy - 8}c-5 3-6.500 ${length - 4}-4.500 ${length} 3 2 6 .5 6.500-2 .8-5-1.500-8-2-${length - 6}zM58.500 ${cy - 8}c5 3 6.500 ${length - 4} 4.500 ${length}-3 2-6 .5-6.500-2-.8-5 1.500-8 2-${length - 6}z" fill="${colour}"/>`;

/** The upper half of a French court figure, down to the middle line of the card at 76. */
export const FRENCH_FIGURES = {
  K: ({ robe, trim }) =>
    `<path d="M25 76c.5-10 9-16.500 18-18.500h14c9 2 17.500 8.500 18 18.500z" fill="${robe}"/>` +
    `<path d="M35 60.500c3 9.500 9 15.500 15 15.500s12-6 15-15.500l-5-3.500H40z" fill="${WHITE}"/>` +
    `<path d="M40 62.500v3M45.500 67v3.500M54.500 67v3.500M60 62.500v3" stroke-width="1.600"/>` +
    locks(43, 16, "#5c4632") + face(43) + beard(44, "#5c4632") + crown(18, trim),
  Q: ({ robe, trim }) =>
    `<path d="M27 76c.5-9 9-15 17-17h12c8 2 16.500 8 17 17z" fill="${robe}"/>` +
    `<path d="M42 58.500c1 9 4 13.500 8 17.500 4-4 7-8.500 8-17.500z" fill="${WHITE}"/>` +
    `<path d="M39 60.500c4 5.500 18 5.500 22 0" fill="none" stroke="${trim}" stroke-width="3"/>` +
    locks(43, 21, "#a5662a") + face(43.5) +
    `<path d="M40.500 40.500c2-6 6.500-8 9.500-8s7.500 2 9.500 8c-3.500-2.300-6-4.500-9.500-4.500s-6 2.200-9.500 4.500z" fill="#a5662a"/>` +
    `<path d="M47.800 49.700c1.400 1.200 3 1.200 4.400 0" fill="none" stroke="${RED}" stroke-width="1.800" stroke-linecap="round"/>` +
    `<path d="M40 32.500c-1-5-1-8 .5-10.500 3 1.500 4.500 3.500 5.500 6 .8-4 2-6.500 4-8.500 2 2 3.200 4.500 4 8.500 1-2.500 2.500-4.500 5.500-6 1.500 2.500 1.500 5.500.5 10.500z" fill="${GOLD}"/><circle cx="50" cy="28" r="1.700" fill="${trim}"/>`,
  J: ({ robe, trim }) =>
    `<path d="M28 76c.5-9 8-15 16-17h12c8 2 15.500 8 16 17z" fill="${robe}"/>` +
    `<path d="M50 59v17M43 60l-2 16M57 60l2 16" stroke="${trim}" stroke-width="2.400"/>` +
    `<path d="M40.500 57.500c3 6.500 16 6.500 19 0l-3.500-3H44z" fill="${WHITE}"/>` +
    locks(43, 14, "#8a4f22") + face(43.5) +
    `<path d="M47.800 50c1.400.9 3 .9 4.400 0" fill="none" stroke="${RED}" stroke-width="1.600" stroke-linecap="round"/>` +
    `<path d="M37 37.500c-1.500-8 4-14.500 13-14.500s14.500 6.500 13 14.500c-6-3.500-20-3.500-26 0z" fill="${robe}"/>` +
    `<path d="M37.500 38.500c5-4.500 20-4.500 25 0l-1.200 2.700c-5-3-17.600-3-22.600 0z" fill="${trim}"/>` +
    `<path d="M57 26c3-7 9-9 13.500-6.500-1.500 5-6 9.500-11.500 10.500z" fill="${WHITE}"/>`,
};

const legs = (y, hose) =>
  `<path d="M42 ${y}h7.200v19h-6.400zM50.800 ${y}H58l-.8 19h-6.400z" fill="${hose}"/>` +
  `<path d="M38.500 ${y + 22}c0-2.200 2-3.500 4.300-3.500h6.400v3.500zM61.500 ${y + 22}c0-2.200-2-3.500-4.300-3.500h-6.400v3.500z" fill="#3b2a1d"/>`;

const coat = (y, robe, trim) =>
  `<path d="M40 ${y}c-5.500 1.500-8.500 5.500-9.500 12l-2 13 6 2 3-9.500V${y + 42}h25V${y + 17.500}l3 9.500 6-2-2-13c-1-6.500-4-10.500-9.500-12z" fill="${robe}"/>` +
  `<circle cx="31.300" cy="${y + 28}" r="3" fill="${SKIN}"/><circle cx="68.700" cy="${y + 28}" r="3" fill="${SKIN}"/>` +
  `<path d="M37.500 ${y + 25}h25v4.600h-25z" fill="${trim}"/>` +
  `<path d="M50 ${y + 5}v16M50 ${y + 33}v8" stroke="${trim}" stroke-width="2.600" stroke-dasharray="2.600 2.600"/>`;

/** German court figures, whole, 84 high from 0: the king holds his sign, it is drawn apart. */
export const GERMAN_FIGURES = {
  K: ({ robe, trim }) =>
    `<path d="M41 34c-8 2-12 9-13 19l-2 53h48l-2-53c-1-10-5-17-13-19z" fill="${robe}"/>` +
    `<path d="M38 36c3 6.500 7 9.500 12 9.500S59 42.500 62 36l3.500 3-5 67h-21l-5-67z" fill="${WHITE}"/>` +
    `<path d="M38.500 46v3M37.500 97v3M61.500 46v3M62.500 97v3M45 52v3M55 52v3" stroke-width="1.600"/>` +
    locks(25, 16, "#6d6259") + face(25) + beard(26, "#6d6259") + crown(0, trim),
  O: ({ robe, trim }) =>
    `<path d="M71 6v78" stroke="#6b4520" stroke-width="2.600"/><path d="M71 2c4.500 3.500 5.500 9.500 3.500 14.500h-7C65.500 11.500 66.500 5.500 71 2z" fill="#c9ccd0"/>` +
    legs(62, trim) + coat(28, robe, trim) +
    `<path d="M40.500 28c3 6 16 6 19 0l-3.500-3H44z" fill="${WHITE}"/>` + face(16.5) +
    `<path d="M44 22.500c2.500-2.200 4.500-1.700 6-.6 1.500-1.100 3.500-1.600 6 .6-1.600 1.400-4 1.700-6 .9-2 .8-4.400.5-6-.9z" fill="#4b3526" stroke="none"/>` +
    `<path d="M33 11.500c4-2 6-2.500 7-3.500C42 2 45.500-.5 50 -.5S58 2 60 8c1 1 3 1.500 7 3.500-8 4-26 4-34 0z" fill="${robe}"/>` +
    `<path d="M40 8c6 2.700 14 2.700 20 0" fill="none" stroke="${trim}" stroke-width="2.600"/>` +
    `<path d="M41 6c-6-1-9.500-4.500-8.500-9 5-.7 9.500 2.500 11 6.500z" fill="${WHITE}"/>`,
  U: ({ robe, trim }) =>
    legs(62, robe) + coat(28, trim, robe) +
    `<path d="M42 28.500c2.500 4 13.500 4 16 0L56 26H44z" fill="${robe}"/>` + locks(16.5, 12, "#8a4f22") + face(17) +
    `<path d="M47.800 23.500c1.400.9 3 .9 4.400 0" fill="none" stroke="${RED}" stroke-width="1.600" stroke-linecap="round"/>` +
    `<path d="M38.500 12.500C37.500 4 42.500-.5 50-.5s12.500 4.500 11.500 13c-6-3.200-17-3.200-23 0z" fill="${robe}"/>` +
    `<path d="M38 13.500c6-4.200 18-4.200 24 0" fill="none" stroke="${trim}" stroke-width="3"/>` +
    `<circle cx="50" cy="-1.500" r="2.600" fill="${trim}"/>` +
    `<path d="M22 32c6.500-3.500 8.500 4 13 1.500" fill="none" stroke="${GOLD}" stroke-width="3.400"/>`,
};

/** Outline for all figures. */
export const FIGURE_STROKE = `stroke="${LINE}" stroke-width="1.300" stroke-linejoin="round"`;

/** The back: a lattice within a frame, and in the middle a rosette of eleven petals. */
export function backArt() {
  const petals = Array.from({ length: 11 }, (_, i) =>
    `<ellipse cx="50" cy="61.500" rx="4.200" ry="9" transform="rotate(${(i * 360) / 11} 50 76)"/>`).join("");
  return (
    '<rect x="8" y="8" width="84" height="136" rx="5" fill="#7c2a1b"/>' +
    '<rect x="8" y="8" width="84" height="136" rx="5" fill="url(#elfern-lattice)"/>' +
    '<rect x="11.500" y="11.500" width="77" height="129" rx="3" fill="none" stroke="#f0dcb8" stroke-width="1.400"/>' +
    '<circle cx="50" cy="76" r="28" fill="#7c2a1b" stroke="#f0dcb8" stroke-width="1.600"/>' +
    `<g fill="#e9bf72" stroke="#7c2a1b" stroke-width=".8">${petals}</g>` +
    '<circle cx="50" cy="76" r="6" fill="#f0dcb8"/><circle cx="50" cy="76" r="2.600" fill="#7c2a1b"/>'
  );
}

/** What the back needs once in the document: its lattice. */
export const LATTICE =
  '<pattern id="elfern-lattice" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(45 50 76)">' +
  '<path d="M0 0h11M0 0v11" stroke="#c06a4c" stroke-width="2"/><circle cx="5.500" cy="5.500" r="1.700" fill="#e9bf72"/></pattern>';
