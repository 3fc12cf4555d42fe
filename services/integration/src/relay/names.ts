/**
 * Names as rules compare them: providers take other spellings of one. The names of a JSON text are read by their bytes, without making a
 * string of each, because a body may have 100,000.
 */

/** At the end of a word toLowerCase writes another sigma, which must not make another name. */
const inLowerCase = (name: string): string => name.toLowerCase().replaceAll('ς', 'σ');

/** A bracket that nothing closes stays. */
function withoutBrackets(name: string): string {
  if (!name.includes('[')) return name;
  const end = name.lastIndexOf(']') + 1;
  return name.slice(0, end).replaceAll(/\[[^\]]*\]/g, '') + name.slice(end);
}

/** A name in lower case without underscores. */
export const withoutUnderscores = (name: string): string => inLowerCase(name).replaceAll(/_+/g, '');

/** The same for the spellings of a name that providers take: other case, underscores, the index of a list. */
export const plainName = (name: string): string => withoutUnderscores(withoutBrackets(name));

/** A plain name also as PHP spells it, where `access.token` and `access[token` are `access_token`, and as Google does, where `$key` is `key`. */
export const parameterName = (name: string): string =>
  plainName(name)
    .replaceAll(/[. [+]+/g, '')
    .replace(/^\$+/, '');

const [quote, underscore, backslash, openBracket, closeBracket] = [0x22, 0x5f, 0x5c, 0x5b, 0x5d];

/** By the place in a name. Unknown to callers, who could otherwise send many names with the same hash. */
const factors = crypto.getRandomValues(new Int32Array(16_384));
const placeMask = factors.length - 1;
const factorAt = (place: number): number => factors[place & placeMask] as number;
/** Where the factors begin again, the hash is multiplied by this: otherwise long names with two characters exchanged would have the same. Odd, to keep all bits. */
const again = (crypto.getRandomValues(new Int32Array(1))[0] as number) | 1;
const turned = (hash: number, place: number): number =>
  (place & placeMask) === 0 ? Math.imul(hash, again) : hash;

/** Added to the unit of a byte: the plain name leaves it out; a quote, escape sequence or control character; more than ASCII. */
const [isMark, isStop, isOdd] = [0x1_00, 0x2_00, 0x4_00];
/** What a byte adds to the hash, besides these: the lower case of ASCII, and 1, so that names of different lengths differ. */
const units = Uint16Array.from({ length: 256 }, (_, byte) => {
  if (byte > 127) return isOdd;
  const unit = String.fromCharCode(byte).toLowerCase().charCodeAt(0) + 1;
  if (byte === underscore || byte === openBracket) return unit | isMark;
  return byte < 0x20 || byte === quote || byte === backslash ? unit | isStop : unit;
});
const unitOf = (code: number): number => (code > 127 ? code : (units[code] ?? 0) & 0xff);

/** The hash of a name in its own spelling. */
export function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1)
    hash = (turned(hash, at) + Math.imul(factorAt(at), unitOf(name.charCodeAt(at)))) | 0;
  return hash;
}

/** The bracket that closes the one at `at`; -1: none. */
function closeOf(bytes: Uint8Array, at: number, end: number): number {
  for (let close = at; close < end; close += 1) if (bytes[close] === closeBracket) return close;
  return -1;
}

/** The hashes of the name that was read last. */
export const hashed = {
  /** The same for names that differ in case alone. */
  hash: 0,
  /** That of the plain name. */
  plainHash: 0,
};

/** Hashes the bytes of a name up to one whose unit is `stop` or more, and returns its place. */
function hashUntil(bytes: Uint8Array, start: number, end: number, stop: number): number {
  let hash = 0;
  let all = 0;
  let at = start;
  for (; at < end; at += 1) {
    const unit = units[bytes[at] ?? 0] ?? 0;
    if (unit >= stop) break;
    all |= unit;
    hash = (turned(hash, at - start) + Math.imul(factorAt(at - start), unit & 0xff)) | 0;
  }
  hashed.hash = hash;
  hashed.plainHash = (all & isMark) === 0 ? hash : plainHashOf(bytes, start, at);
  return at;
}

/**
 * Hashes a name that begins behind its quote, and returns the place of the other quote; -1: it has an escape sequence, a control character or
 * more than ASCII.
 */
export function hashUntilQuote(bytes: Uint8Array, start: number): number {
  const at = hashUntil(bytes, start, bytes.length, isStop);
  return bytes[at] === quote ? at : -1;
}

/** Hashes a name whose escape sequences are replaced. False: it has more than ASCII. */
export const hashAscii = (bytes: Uint8Array, start: number, end: number): boolean =>
  hashUntil(bytes, start, end, isOdd) === end;

/** Hashes a name with any characters, which takes ten times as long. */
export function hashAny(name: string): void {
  hashed.hash = hashOf(inLowerCase(name));
  hashed.plainHash = hashOf(plainName(name));
}

/** Of a name in ASCII. */
function plainHashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  let kept = 0;
  let mayClose = true;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === openBracket && mayClose) {
      const close = closeOf(bytes, at, end);
      mayClose = close !== -1;
      if (mayClose) {
        at = close;
        continue;
      }
    }
    if (byte === underscore) continue;
    hash = (turned(hash, kept) + Math.imul(factorAt(kept), unitOf(byte))) | 0;
    kept += 1;
  }
  return hash;
}

/** Whether two names differ in case at most. */
export const isSameName = (one: string, other: string): boolean => inLowerCase(one) === inLowerCase(other);

/** Whether a name is `plain`, as `plainName` writes it. Undefined: its bytes do not tell, because it has more than ASCII or an open bracket. */
export function isPlainName(
  bytes: Uint8Array,
  start: number,
  end: number,
  plain: string,
): boolean | undefined {
  let compared = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === openBracket || byte > 127) {
      const close = byte === openBracket ? closeOf(bytes, at, end) : -1;
      if (close === -1) return undefined;
      at = close;
    } else if (byte !== underscore) {
      if (unitOf(byte) !== unitOf(plain.charCodeAt(compared))) return false;
      compared += 1;
    }
  }
  return compared === plain.length;
}
