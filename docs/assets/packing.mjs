// Text in a link: compressed (raw deflate), then letters that an address may hold (base64url).
// What is packed is unpacked again and compared before anyone gets it.

/** Longest link that is offered, in characters: many programs cut longer ones. */
export const MOST_LINK = 16_000;
/** Largest text that a link may unfold to, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Why a text could not be packed or unpacked: `code` is `unsupported`, `letters`, `damaged`,
 * `too-large` or `differs`. */
export class PackError extends Error {
  constructor(code) {
    super(code);
    this.name = "PackError";
    this.code = code;
  }
}

/** Whether this browser can do it at all. */
export function canPack() {
  return typeof CompressionStream === "function" && typeof DecompressionStream === "function";
}

/** Pack a text. */
export async function pack(text) {
  if (!canPack()) throw new PackError("unsupported");
  const bytes = new TextEncoder().encode(text);
  const packed = toLetters(await through(bytes, new CompressionStream("deflate-raw"), Infinity));
  if ((await unpack(packed)) !== text) throw new PackError("differs");
  return packed;
}

/** Give the text back that was packed. */
export async function unpack(letters) {
  if (!canPack()) throw new PackError("unsupported");
  if (!/^[A-Za-z0-9_-]+$/.test(letters)) throw new PackError("letters");
  let bytes;
  try {
    bytes = await through(fromLetters(letters), new DecompressionStream("deflate-raw"), MOST_BYTES);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw error instanceof PackError ? error : new PackError("damaged");
  }
}

/** Send bytes through a stream; more than `most` bytes out are refused as they come. */
async function through(bytes, stream, most) {
  const writer = stream.writable.getWriter();
  // A refusal is heard where the other end is read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new PackError("too-large");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes as base64, a part at a time: a call has a limit to its arguments. */
export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

function toLetters(bytes) {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromLetters(letters) {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
