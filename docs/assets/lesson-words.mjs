// All words of the lesson's own, in one place per language. What the lesson teaches stands in the
// comments of its record.

const EN = {
  lesson: "Lesson",
  progress: (n, of) => `Your card ${n} of ${of}`,
  done: "Played to the end",
  you: "You",
  other: "Opponent",
  atTable: {
    led: (name) => `${name} led`,
    replied: (name) => `${name} replied`,
    toLead: (name) => `${name} to lead`,
    toReply: (name) => `${name} to reply`,
    andWon: "and won",
  },
  hand: (n) => (n === 1 ? "Your hand, 1 card" : `Your hand, ${n} cards`),
  what: "What happened, and what to look at",
  choose: "Choose a card.",
  mayToo: (card) => `The ${card} may be played.`,
  goesOn: (card) => `This game goes on with the ${card}.`,
  takeBack: "Take it back",
  goOn: (card) => `Play the ${card}`,
  takenBack: "Taken back.",
  back: "Back one card",
  backTo: "Back to your last card.",
  atStart: "This is the start.",
  restart: "Start again",
  restarted: "From the start.",
  look: "Look at this deal card by card",
  lookHead: "The deal, card by card",
  play: "Play against the computer",
  save: "Download the record",
};

const YOU = "Du";
const has = (name) => (name === YOU ? `${name} hast` : `${name} hat`);

const DE = {
  lesson: "Lektion",
  progress: (n, of) => `Deine Karte ${n} von ${of}`,
  done: "Zu Ende gespielt",
  you: YOU,
  other: "Gegenüber",
  // The reader is spoken to, so the verb follows whose card it is.
  atTable: {
    led: (name) => `${has(name)} ausgespielt`,
    replied: (name) => `${has(name)} zugegeben`,
    toLead: (name) => (name === YOU ? `${name} spielst aus` : `${name} spielt aus`),
    toReply: (name) => (name === YOU ? `${name} gibst zu` : `${name} gibt zu`),
    andWon: "und gewonnen",
  },
  hand: (n) => (n === 1 ? "Deine Hand, 1 Karte" : `Deine Hand, ${n} Karten`),
  what: "Was geschah, und worauf zu achten ist",
  choose: "Wähl eine Karte.",
  mayToo: (card) => `${card} darf gespielt werden.`,
  goesOn: (card) => `Dieses Spiel geht mit ${card} weiter.`,
  takeBack: "Zurücknehmen",
  goOn: (card) => `${card} spielen`,
  takenBack: "Zurückgenommen.",
  back: "Eine Karte zurück",
  backTo: "Zurück zu deiner letzten Karte.",
  atStart: "Das ist der Anfang.",
  restart: "Von vorn",
  restarted: "Von vorn.",
  look: "Dieses Spiel Karte für Karte ansehen",
  lookHead: "Das Spiel, Karte für Karte",
  play: "Gegen den Computer spielen",
  save: "Aufzeichnung herunterladen",
};

/** The tables, by language. */
export const TABLES = { en: EN, de: DE };
