import { invalid } from '@patchbay/errors/failure';
import { hasOddName, isOddText, isUnwhole, JsonValue, JsonValues } from './json-document.ts';
import { hashAny, hashAscii, hashed, hashUntilQuote, isSameName } from './names.ts';

const refused = (message: string) => invalid({ path: 'body', message });

/** Levels of a body that rules read. */
const maxDepth = 64;
/** Names, texts, brackets and commas of a body that rules read: while one is read, the process does nothing else. */
export const maxParts = 200_000;
/** Names with more than ASCII, and their characters: to compare one takes ten times as long. No system has such names. */
const maxOddNames = 1_000;
const maxOddLength = 65_536;

export const tooManyValues = () => refused('The body has too many values: send it in parts.');

/** What is counted while JSON is read: of one text, or of several together. */
export class JsonBounds {
  #parts = 0;
  #oddNames = 0;
  #oddLength = 0;

  addPart(): void {
    this.#parts += 1;
    if (this.#parts > maxParts) throw tooManyValues();
  }

  addOddName(length: number): void {
    this.#oddNames += 1;
    this.#oddLength += length;
    if (this.#oddNames > maxOddNames || this.#oddLength > maxOddLength)
      throw refused(
        `The body has more than ${maxOddNames} names with characters beyond ASCII, or such names of more than ${maxOddLength} characters.`,
      );
  }
}

const [quote, backslash, comma, colon, minus, plus, dot, zero, nine] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2b, 0x2e, 0x30, 0x39,
];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const isDigit = (code: number): boolean => code >= zero && code <= nine;
const isHexDigit = (code: number): boolean =>
  isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
const digitOf = (code: number): number => (code <= nine ? code - zero : (code | 0x20) - 0x57);

/** What a backslash and a letter stand for, by the code of the letter; 0: they are no escape sequence. */
const escapes = new Uint8Array(128);
for (const [letter, meant] of Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))
  escapes[letter.charCodeAt(0)] = meant.charCodeAt(0);
for (const letter of '"\\/') escapes[letter.charCodeAt(0)] = letter.charCodeAt(0);
/** Before four hexadecimal digits. */
const letterU = 0x75;

const words = ['true', 'false', 'null'].map((word) => [...Buffer.from(word)]);

/** Writes UTF-8 and returns its length. Not by `Buffer.write`, which takes five times as long. Half of a pair alone becomes U+FFFD. */
function writeCharacter(bytes: Uint8Array, place: number, character: number): number {
  if (character < 0x80) {
    bytes[place] = character;
    return 1;
  }
  const point = character >= 0xd8_00 && character < 0xe0_00 ? 0xff_fd : character;
  const length = 2 + Number(point >= 0x8_00) + Number(point >= 0x1_00_00);
  let rest = point;
  for (let at = length - 1; at > 0; at -= 1) {
    bytes[place + at] = 0x80 | (rest & 0x3f);
    rest >>>= 6;
  }
  // UTF-8: the first byte begins with as many 1 bits as the character has bytes, then a 0.
  bytes[place] = ((0xff_00 >> length) & 0xff) | rest;
  return length;
}

/**
 * Reads the bytes of a JSON text and replaces its escape sequences on the way: what was read stands `shift` bytes before its place in the
 * text. Its methods take places in the text and return the place behind what they have read; -1: there is nothing of the kind.
 */
class Source {
  readonly bytes: Buffer;
  shift = 0;
  /** Whether the text that was read last has more than ASCII. */
  isOdd = false;
  /** Whether the number that was read last has a fraction or an exponent. */
  isUnwhole = false;
  #settled = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes.includes(backslash) ? Buffer.from(bytes) : bytes;
  }

  /** Moves everything before `end` to its place. */
  settle(end: number): void {
    const { bytes, shift } = this;
    const start = this.#settled;
    this.#settled = end;
    if (shift === 0) return;
    // A call costs as much as some dozen bytes.
    if (end - start > 64) bytes.copyWithin(start - shift, start, end);
    else for (let at = start; at < end; at += 1) bytes[at - shift] = bytes[at] ?? 0;
  }

  endOfSpace(start: number): number {
    const { bytes } = this;
    for (let at = start; ; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    }
  }

  /** Of a text, with its quotes. */
  endOfText(start: number): number {
    const { bytes } = this;
    let all = 0;
    for (let at = start + 1; ; at += 1) {
      const byte = bytes[at] ?? 0;
      // Most are letters.
      if (byte > backslash) all |= byte;
      else if (byte === quote) {
        this.isOdd = all > 127;
        return at + 1;
      } else if (byte === backslash) {
        const end = this.#takeEscape(at);
        if (end === -1) return -1;
        if (this.#isEscapeOdd) all = 0xff;
        at = end - 1;
      } else if (byte < 0x20) return -1;
    }
  }

  #isEscapeOdd = false;

  /** The number of four hexadecimal digits; -1: they are others. */
  #fourDigits(start: number): number {
    let read = 0;
    for (let at = start; at < start + 4; at += 1) {
      const digit = this.bytes[at] ?? 0;
      if (!isHexDigit(digit)) return -1;
      read = 16 * read + digitOf(digit);
    }
    return read;
  }

  /** Replaces an escape sequence, or two for one character, by what they stand for. */
  #takeEscape(start: number): number {
    const { bytes } = this;
    const letter = bytes[start + 1] ?? 0;
    let end = start + 2;
    let point = escapes[letter] ?? 0;
    if (letter === letterU) {
      point = this.#fourDigits(end);
      if (point === -1) return -1;
      end += 4;
      if (point >= 0xd8_00 && point < 0xdc_00 && bytes[end] === backslash && bytes[end + 1] === letterU) {
        const low = this.#fourDigits(end + 2);
        if (low >= 0xdc_00 && low < 0xe0_00) {
          point = 0x1_00_00 + ((point - 0xd8_00) << 10) + (low - 0xdc_00);
          end += 6;
        }
      }
    } else if (point === 0) return -1;
    this.settle(start);
    const place = start - this.shift;
    const length = writeCharacter(bytes, place, point);
    this.#isEscapeOdd = point >= 0x80;
    this.shift += end - start - length;
    this.#settled = end;
    return end;
  }

  #endOfDigits(start: number): number {
    let at = start;
    while (isDigit(this.bytes[at] ?? 0)) at += 1;
    return at;
  }

  #endOfNumber(start: number): number {
    const { bytes } = this;
    const digits = bytes[start] === minus ? start + 1 : start;
    const whole = bytes[digits] === zero ? digits + 1 : this.#endOfDigits(digits);
    if (whole === digits) return -1;
    let at = whole;
    if (bytes[at] === dot) {
      const fraction = at + 1;
      at = this.#endOfDigits(fraction);
      if (at === fraction) return -1;
    }
    if (((bytes[at] ?? 0) | 0x20) === 0x65) {
      const sign = bytes[at + 1];
      const exponent = sign === plus || sign === minus ? at + 2 : at + 1;
      at = this.#endOfDigits(exponent);
      if (at === exponent) return -1;
    }
    this.isUnwhole = at > whole;
    return at;
  }

  /** Of true, false, null or a number. */
  endOfWord(start: number): number {
    const { bytes } = this;
    this.isUnwhole = false;
    const first = bytes[start] ?? 0;
    if (first === minus || isDigit(first)) return this.#endOfNumber(start);
    const word = words.find(([letter]) => letter === first);
    return word?.every((byte, index) => bytes[start + index] === byte) === true ? start + word.length : -1;
  }
}

/** The same name has the same key in one object, and another key in another. */
const keyOf = (hash: number, object: number): number =>
  Math.imul(hash ^ Math.imul(object, 0x9e37_79b1), 0x85eb_ca6b);

/**
 * A value whose object has another one of its name. Each name sets a bit, and most find theirs unset; only those that do not are compared. A table
 * of the names themselves would exceed the cache of the processor and take ten times as long.
 */
function findTwice(values: JsonValues): number | undefined {
  const { count, nameStarts, nameKeys } = values;
  // Eight bits or more a value.
  const shift = Math.clz32(count) - 3;
  const bits = new Int32Array(2 ** Math.max(0, 27 - shift));
  const suspects = new Set<number>();
  for (let value = 0; value < count; value += 1) {
    if (nameStarts[value] === 0) continue;
    const key = nameKeys[value] ?? 0;
    const bit = key >>> shift;
    const word = bits[bit >>> 5] ?? 0;
    if ((word & (1 << bit)) === 0) bits[bit >>> 5] = word | (1 << bit);
    else suspects.add(key);
  }
  if (suspects.size === 0) return undefined;
  const seen = new Map<number, number[]>();
  for (let value = 0; value < count; value += 1) {
    const key = nameKeys[value] ?? 0;
    if (nameStarts[value] === 0 || !suspects.has(key)) continue;
    const others = seen.get(key) ?? [];
    const name = values.nameAt(value) ?? '';
    if (others.some((other) => isSameName(values.nameAt(other) ?? '', name))) return value;
    seen.set(key, [...others, value]);
  }
  return undefined;
}

/** Reads the name of the next value, and its colon. Returns the place behind them; -1: there is none. */
function readName(
  source: Source,
  values: JsonValues,
  { at, object }: { readonly at: number; readonly object: number },
  bounds: JsonBounds,
): number {
  const { bytes } = source;
  if (bytes[at] !== quote) return -1;
  bounds.addPart();
  const { count: value, nameStarts, nameEnds, notes } = values;
  const start = at + 1 - source.shift;
  const lastQuote = hashUntilQuote(bytes, at + 1);
  const end = lastQuote === -1 ? source.endOfText(at) : lastQuote + 1;
  if (end === -1) return -1;
  source.settle(end);
  const nameEnd = end - 1 - source.shift;
  nameStarts[value] = start;
  nameEnds[value] = nameEnd;
  if (lastQuote === -1 && !hashAscii(bytes, start, nameEnd)) {
    bounds.addOddName(nameEnd - start);
    notes[value] = hasOddName;
    hashAny(values.nameAt(value) ?? '');
  }
  values.nameHashes[value] = hashed.plainHash;
  values.nameKeys[value] = keyOf(hashed.hash, object);
  const mark = source.endOfSpace(end);
  return bytes[mark] === colon ? source.endOfSpace(mark + 1) : -1;
}

/**
 * Reads JSON in one pass, in time and memory in proportion to its length. Throws at too many levels or parts and at two names of one object
 * that differ in case at most, because some providers read them as the same. Undefined: it is no JSON.
 */
export function readJson(utf8: Uint8Array, bounds = new JsonBounds()): JsonValue | undefined {
  const { length } = utf8;
  const source = new Source(Buffer.from(utf8.buffer, utf8.byteOffset, length));
  const { bytes } = source;
  // Each value but the first has a bracket, a comma or a name.
  const values = new JsonValues(bytes, Math.min(maxParts, length) + 1);
  const { starts, ends, nexts, notes } = values;
  const open = new Int32Array(maxDepth);
  const closing = new Uint8Array(maxDepth);
  let depth = 0;
  let at = source.endOfSpace(0);

  for (;;) {
    if (depth > 0 && closing[depth - 1] === closeObject) {
      at = readName(source, values, { at, object: open[depth - 1] ?? 0 }, bounds);
      if (at === -1) return undefined;
    }
    const value = values.count;
    const byte = bytes[at];
    const isObject = byte === openObject;
    starts[value] = at - source.shift;
    values.count += 1;
    if (isObject || byte === openList) {
      if (depth === maxDepth) throw refused(`The body has more than ${maxDepth} levels.`);
      bounds.addPart();
      open[depth] = value;
      closing[depth] = isObject ? closeObject : closeList;
      depth += 1;
      at = source.endOfSpace(at + 1);
      if (bytes[at] !== closing[depth - 1]) continue;
    } else {
      const isText = byte === quote;
      if (isText) bounds.addPart();
      const end = isText ? source.endOfText(at) : source.endOfWord(at);
      if (end === -1) return undefined;
      ends[value] = end - source.shift;
      nexts[value] = value + 1;
      if (isText ? source.isOdd : source.isUnwhole)
        notes[value] = (notes[value] ?? 0) | (isText ? isOddText : isUnwhole);
      at = source.endOfSpace(end);
    }
    for (;;) {
      if (depth === 0) {
        if (at !== length) return undefined;
        source.settle(at);
        values.finish(length - source.shift);
        const twice = findTwice(values);
        if (twice !== undefined)
          throw refused(`The body has the name "${(values.nameAt(twice) ?? '').slice(0, 100)}" twice.`);
        return new JsonValue(values, 0);
      }
      const mark = bytes[at];
      if (mark === comma) {
        bounds.addPart();
        at = source.endOfSpace(at + 1);
        break;
      }
      if (mark !== closing[depth - 1]) return undefined;
      const container = open[depth - 1] ?? 0;
      ends[container] = at + 1 - source.shift;
      nexts[container] = values.count;
      depth -= 1;
      at = source.endOfSpace(at + 1);
    }
  }
}
