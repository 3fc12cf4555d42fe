/**
 * Names as rules compare them: providers take other spellings of one. The names of a JSON text are read by their bytes, without making a
 * string of each, because a body may have 100,000.
 */

const [underscore, openBracket, closeBracket] = [0x5f, 0x5b, 0x5d];

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

/** Odd, and unknown to callers, who could otherwise send many names of one hash. */
const [firstFactor = 1, firstStart = 0] = crypto
  .getRandomValues(new Int32Array(2))
  .map((random, index) => (index === 0 ? random | 1 : random));

const mixed = (hash: number, unit: number): number =>
  Math.imul(((hash << 5) | (hash >>> 27)) ^ unit, firstFactor);

/** The hash of a name in its own spelling. */
export function hashOf(name: string): number {
  let hash = firstStart;
  for (let at = 0; at < name.length; at += 1) hash = mixed(hash, name.charCodeAt(at));
  return hash;
}

/** Lower case of ASCII. */
const lowerUnits = new Uint8Array(128).map((_, unit) =>
  String.fromCharCode(unit).toLowerCase().charCodeAt(0),
);

/** The bracket that closes the one at `at`; -1: none. */
function closeOf(bytes: Uint8Array, at: number, end: number): number {
  for (let close = at; close < end; close += 1) if (bytes[close] === closeBracket) return close;
  return -1;
}

/** Of the name that was hashed last. */
export const hashed = {
  /** In lower case: names that differ in case alone have one. */
  hash: 0,
  /** As `plainName` writes it. */
  plainHash: 0,
};

const [quote, backslash] = [0x22, 0x5c];

/**
 * Hashes a name that begins behind its quote, and returns the place of the other quote; -1: it has an escape sequence, a control character or
 * more than ASCII.
 */
export function hashUntilQuote(bytes: Uint8Array, start: number): number {
  let hash = firstStart;
  let hasMarks = false;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      hashed.hash = hash;
      hashed.plainHash = hasMarks ? plainHashOf(bytes, start, at) : hash;
      return at;
    }
    if (byte > 127 || byte < 0x20 || byte === backslash) return -1;
    if (byte === underscore || byte === openBracket) hasMarks = true;
    hash = mixed(hash, lowerUnits[byte] ?? 0);
  }
}

/** Hashes a name by its bytes. False: it has more than ASCII. */
export function hashAscii(bytes: Uint8Array, start: number, end: number): boolean {
  let hash = firstStart;
  let hasMarks = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 127) return false;
    if (byte === underscore || byte === openBracket) hasMarks = true;
    hash = mixed(hash, lowerUnits[byte] ?? 0);
  }
  hashed.hash = hash;
  hashed.plainHash = hasMarks ? plainHashOf(bytes, start, end) : hash;
  return true;
}

/** Hashes a name with any characters, which takes ten times as long. */
export function hashAny(name: string): void {
  hashed.hash = hashOf(inLowerCase(name));
  hashed.plainHash = hashOf(plainName(name));
}

/** Of a name in ASCII. */
function plainHashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = firstStart;
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
    if (byte !== underscore) hash = mixed(hash, lowerUnits[byte] ?? 0);
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
      if (lowerUnits[byte] !== plain.charCodeAt(compared)) return false;
      compared += 1;
    }
  }
  return compared === plain.length;
}
