import { invalid } from '@patchbay/errors/failure';
import { isOddText, isUnwhole, JsonValue, JsonValues } from './json-document.ts';
import { codesOf, hashAny, hashAscii, hashed, isSameName, textOfCodes } from './names.ts';

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

/**
 * Reads the code units of a text and replaces its escape sequences on the way: what was read stands `shift` units before its place in
 * the text. Its methods take places in the text and return the place behind what they have read; -1: there is nothing of the kind.
 */
class Units {
  readonly codes: Uint16Array;
  shift = 0;
  /** Whether the text that was read last has more than ASCII. */
  isOdd = false;
  /** Whether the number that was read last has a fraction or an exponent. */
  isUnwhole = false;
  #settled = 0;

  constructor(text: string) {
    this.codes = codesOf(text);
  }

  /** Moves everything before `end` to its place. */
  settle(end: number): void {
    if (this.shift > 0) this.codes.copyWithin(this.#settled - this.shift, this.#settled, end);
    this.#settled = end;
  }

  endOfSpace(start: number): number {
    const { codes } = this;
    for (let at = start; ; at += 1) {
      const code = codes[at] ?? 0;
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    }
  }

  /** Of a text, with its quotes. */
  endOfText(start: number): number {
    const { codes } = this;
    let all = 0;
    for (let at = start + 1; ; at += 1) {
      const code = codes[at] ?? 0;
      // Most are letters.
      if (code > backslash) all |= code;
      else if (code === quote) {
        this.isOdd = all > 127;
        return at + 1;
      } else if (code === backslash) {
        const unit = this.#takeEscape(at);
        if (unit === -1) return -1;
        all |= unit;
        at += codes[at + 1] === letterU ? 5 : 1;
      } else if (code < 0x20) return -1;
    }
  }

  /** Replaces an escape sequence by what it stands for. */
  #takeEscape(start: number): number {
    const { codes } = this;
    const letter = codes[start + 1] ?? 0;
    let unit = escapes[letter] ?? 0;
    let end = start + 2;
    if (letter === letterU) {
      for (; end < start + 6; end += 1) {
        const digit = codes[end] ?? 0;
        if (!isHexDigit(digit)) return -1;
        unit = 16 * unit + digitOf(digit);
      }
    } else if (unit === 0) return -1;
    // The letter is read once more by who has called.
    this.settle(start);
    codes[start - this.shift] = unit;
    this.shift += end - start - 1;
    this.#settled = end;
    return unit;
  }

  #endOfDigits(start: number): number {
    let at = start;
    while (isDigit(this.codes[at] ?? 0)) at += 1;
    return at;
  }

  #endOfNumber(start: number): number {
    const { codes } = this;
    const digits = codes[start] === minus ? start + 1 : start;
    const whole = codes[digits] === zero ? digits + 1 : this.#endOfDigits(digits);
    if (whole === digits) return -1;
    let at = whole;
    if (codes[at] === dot) {
      const fraction = at + 1;
      at = this.#endOfDigits(fraction);
      if (at === fraction) return -1;
    }
    if (((codes[at] ?? 0) | 0x20) === 0x65) {
      const sign = codes[at + 1];
      const exponent = sign === plus || sign === minus ? at + 2 : at + 1;
      at = this.#endOfDigits(exponent);
      if (at === exponent) return -1;
    }
    this.isUnwhole = at > whole;
    return at;
  }

  /** Of true, false, null or a number. */
  endOfWord(start: number): number {
    const { codes } = this;
    this.isUnwhole = false;
    for (const word of words)
      if (word.every((code, index) => codes[start + index] === code)) return start + word.length;
    return this.#endOfNumber(start);
  }
}

/** Characters of the shortest name, with its quotes, colon, value and comma. */
const shortestName = 5;

/** Slots of the largest text, kept for the next one: nothing else is read meanwhile. */
let slotsOfAll = new Int32Array(0);

/** The names of all objects by their hash, to find one that an object has twice. */
class Names {
  readonly #values: JsonValues;
  /** The place of each value with a name and 1, its object and its hash; 0: empty. Open addressing, at most half full. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(values: JsonValues, length: number) {
    this.#values = values;
    const most = Math.min(maxParts / 2, Math.ceil(length / shortestName)) + 1;
    const size = 2 ** Math.ceil(Math.log2(2 * most));
    if (slotsOfAll.length < 3 * size) slotsOfAll = new Int32Array(3 * size);
    this.#slots = slotsOfAll.fill(0, 0, 3 * size);
    this.#mask = size - 1;
  }

  /** Whether the object has the name of the value, which was hashed last, already. */
  has(object: number, value: number): boolean {
    const { hash } = hashed;
    const slots = this.#slots;
    const mixed = Math.imul(hash ^ Math.imul(object, 0x9e37_79b1), 0x85eb_ca6b);
    let slot = (mixed ^ (mixed >>> 15)) & this.#mask;
    for (let other = slots[3 * slot] ?? 0; other !== 0; other = slots[3 * slot] ?? 0) {
      const isSame = slots[3 * slot + 1] === object && slots[3 * slot + 2] === hash;
      if (isSame && isSameName(this.#values.readNameAt(other - 1), this.#values.readNameAt(value)))
        return true;
      slot = (slot + 1) & this.#mask;
    }
    slots[3 * slot] = value + 1;
    slots[3 * slot + 1] = object;
    slots[3 * slot + 2] = hash;
    return false;
  }
}

/**
 * Reads JSON in one pass, in time and memory in proportion to its length. Throws at too many levels or parts and at two names of one object
 * that differ in case at most, because some providers read them as the same. Undefined: it is no JSON.
 */
export function readJson(text: string, bounds = new JsonBounds()): JsonValue | undefined {
  const units = new Units(text);
  const { codes } = units;
  // Each value but the first has a bracket, a comma or a name.
  const values = new JsonValues(codes, Math.min(maxParts, text.length) + 1);
  const { starts, ends, nexts, nameStarts, nameEnds, nameHashes, notes } = values;
  const names = new Names(values, text.length);
  const open = new Int32Array(maxDepth);
  const closing = new Uint8Array(maxDepth);
  let depth = 0;
  let at = units.endOfSpace(0);

  /** Reads a name with its colon for the next value. */
  const takeName = (): boolean => {
    if (codes[at] !== quote) return false;
    bounds.addPart();
    const value = values.count;
    const start = at + 1 - units.shift;
    const end = units.endOfText(at);
    if (end === -1) return false;
    units.settle(end);
    nameStarts[value] = start;
    nameEnds[value] = end - 1 - units.shift;
    if (!hashAscii(codes, start, nameEnds[value])) {
      bounds.addOddName(nameEnds[value] - start);
      hashAny(values.readNameAt(value));
    }
    nameHashes[value] = hashed.plainHash;
    if (names.has(open[depth - 1] ?? 0, value))
      throw refused(`The body has the name "${values.readNameAt(value).slice(0, 100)}" twice.`);
    at = units.endOfSpace(end);
    if (codes[at] !== colon) return false;
    at = units.endOfSpace(at + 1);
    return true;
  };

  for (;;) {
    const value = values.count;
    const code = codes[at];
    const isObject = code === openObject;
    starts[value] = at - units.shift;
    values.count += 1;
    if (isObject || code === openList) {
      if (depth === maxDepth) throw refused(`The body has more than ${maxDepth} levels.`);
      bounds.addPart();
      open[depth] = value;
      closing[depth] = isObject ? closeObject : closeList;
      depth += 1;
      at = units.endOfSpace(at + 1);
      if (codes[at] !== closing[depth - 1]) {
        if (isObject && !takeName()) return undefined;
        continue;
      }
    } else {
      const isText = code === quote;
      if (isText) bounds.addPart();
      const end = isText ? units.endOfText(at) : units.endOfWord(at);
      if (end === -1) return undefined;
      ends[value] = end - units.shift;
      nexts[value] = value + 1;
      if (isText) notes[value] = units.isOdd ? isOddText : 0;
      else notes[value] = units.isUnwhole ? isUnwhole : 0;
      at = units.endOfSpace(end);
    }
    for (;;) {
      if (depth === 0) {
        if (at !== text.length) return undefined;
        units.settle(at);
        values.text = units.shift === 0 ? text : textOfCodes(codes, 0, text.length - units.shift);
        return new JsonValue(values, 0);
      }
      const mark = codes[at];
      if (mark === comma) {
        bounds.addPart();
        at = units.endOfSpace(at + 1);
        if (closing[depth - 1] === closeObject && !takeName()) return undefined;
        break;
      }
      if (mark !== closing[depth - 1]) return undefined;
      const container = open[depth - 1] ?? 0;
      ends[container] = at + 1 - units.shift;
      nexts[container] = values.count;
      depth -= 1;
      at = units.endOfSpace(at + 1);
    }
  }
}
