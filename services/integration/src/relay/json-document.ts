import { invalid } from '@patchbay/errors/failure';
import { codesOf, hashName, hashOfPlain, isPlainName, isSameName, readName } from './name-units.ts';

const refused = (message: string) => invalid({ path: 'body', message });

/** Levels of a body that rules read. */
const maxDepth = 64;
/** Names, texts, brackets and commas of a body that rules read: while one is read, the process does nothing else. */
export const maxParts = 200_000;

export const tooManyValues = () => refused('The body has too many values: send it in parts.');

const [quote, backslash, comma, colon, minus, plus, dot, zero, nine] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2b, 0x2e, 0x30, 0x39,
];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const isDigit = (code: number): boolean => code >= zero && code <= nine;

function endOfSpace(codes: Uint16Array, start: number): number {
  let at = start;
  for (; ; at += 1) {
    const code = codes[at] ?? 0;
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}

/** Letters that may follow a backslash: 1; u: 5, because four digits follow. By code. */
const escapeLengths = new Uint8Array(128);
for (const letter of '"\\/bfnrt') escapeLengths[letter.charCodeAt(0)] = 1;
escapeLengths[0x75] = 5;

const isHexDigit = (code: number): boolean =>
  isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);

/** The last character of an escape sequence; -1: it is none. */
function endOfEscape(codes: Uint16Array, start: number): number {
  const length = escapeLengths[codes[start + 1] ?? 0] ?? 0;
  if (length === 0) return -1;
  for (let at = start + 2; at <= start + length; at += 1) if (!isHexDigit(codes[at] ?? 0)) return -1;
  return start + length;
}

/** The closing quote of a text that goes on at `start`; -1: it is no text. */
function endOfText(codes: Uint16Array, start: number): number {
  for (let at = start; ; at += 1) {
    const code = codes[at] ?? 0;
    // Most are letters.
    if (code > backslash) continue;
    if (code === quote) return at;
    if (code === backslash) {
      at = endOfEscape(codes, at);
      if (at === -1) return -1;
    } else if (code < 0x20) return -1;
  }
}

function endOfDigits(codes: Uint16Array, start: number): number {
  let at = start;
  while (isDigit(codes[at] ?? 0)) at += 1;
  return at;
}

/** Behind a number; -1: it is none. */
function endOfNumber(codes: Uint16Array, start: number): number {
  const digits = (codes[start] ?? 0) === minus ? start + 1 : start;
  let at = (codes[digits] ?? 0) === zero ? digits + 1 : endOfDigits(codes, digits);
  if (at === digits) return -1;
  if ((codes[at] ?? 0) === dot) {
    const fraction = at + 1;
    at = endOfDigits(codes, fraction);
    if (at === fraction) return -1;
  }
  if (((codes[at] ?? 0) | 0x20) === 0x65) {
    const sign = codes[at + 1] ?? 0;
    const exponent = sign === plus || sign === minus ? at + 2 : at + 1;
    at = endOfDigits(codes, exponent);
    if (at === exponent) return -1;
  }
  return at;
}

const words = ['true', 'false', 'null'].map((word) => [...Buffer.from(word)]);

/** Behind a text, a number, true, false or null; -1: it is none of them. */
function endOfScalar(codes: Uint16Array, start: number): number {
  if ((codes[start] ?? 0) === quote) {
    const end = endOfText(codes, start + 1);
    return end === -1 ? -1 : end + 1;
  }
  for (const word of words)
    if (word.every((code, index) => codes[start + index] === code)) return start + word.length;
  return endOfNumber(codes, start);
}

/**
 * Where the values of a JSON text stand, in its order: six numbers a value. Values of JSON.parse would cost too much: an object of 99,000
 * names takes it 60 ms, and as much again to find two names that differ in case.
 */
class Values {
  count = 0;
  readonly starts: Int32Array;
  /** Behind each value. */
  readonly ends: Int32Array;
  /** The first value that is not in this one. */
  readonly nexts: Int32Array;
  /** Between the quotes of its name; 0: it has none. */
  readonly nameStarts: Int32Array;
  readonly nameEnds: Int32Array;
  /** As `plainName` writes it. */
  readonly nameHashes: Int32Array;

  readonly text: string;
  readonly codes: Uint16Array;

  constructor(text: string) {
    this.text = text;
    this.codes = codesOf(text);
    // Each value but the first has a bracket, a comma or a name.
    const capacity = Math.min(maxParts, text.length) + 1;
    const [starts, ends, nexts, nameStarts, nameEnds, nameHashes] = Array.from(
      { length: 6 },
      () => new Int32Array(capacity),
    ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
    this.starts = starts;
    this.ends = ends;
    this.nexts = nexts;
    this.nameStarts = nameStarts;
    this.nameEnds = nameEnds;
    this.nameHashes = nameHashes;
  }
}

/** Characters of the shortest name, with its quotes, colon, value and comma. */
const shortestName = 5;

/** The names of all objects by their hash, to find one that an object has twice. */
class Names {
  /** Where each name begins, its object and its hash; 0: empty. Open addressing, at most half full. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(text: string) {
    const most = Math.min(maxParts / 2, Math.ceil(text.length / shortestName)) + 1;
    const size = 2 ** Math.ceil(Math.log2(2 * most));
    this.#slots = new Int32Array(3 * size);
    this.#mask = size - 1;
  }

  /** Whether the object has the name that was read last already. */
  has(codes: Uint16Array, object: number, start: number): boolean {
    const { hash, end } = readName;
    const slots = this.#slots;
    const mixed = Math.imul(hash ^ Math.imul(object, 0x9e37_79b1), 0x85eb_ca6b);
    let slot = (mixed ^ (mixed >>> 15)) & this.#mask;
    while (slots[3 * slot] !== 0) {
      if (slots[3 * slot + 1] === object && slots[3 * slot + 2] === hash) {
        const other = slots[3 * slot] ?? 0;
        if (isSameName(codes, start, end, other, endOfText(codes, other))) return true;
      }
      slot = (slot + 1) & this.#mask;
    }
    slots[3 * slot] = start;
    slots[3 * slot + 1] = object;
    slots[3 * slot + 2] = hash;
    return false;
  }
}

/**
 * Reads JSON in one pass, in time and memory in proportion to its length. Throws at too many levels or parts and at two names of one object
 * that differ in case at most, because some providers read them as the same. Undefined: it is no JSON.
 */
export function readJson(text: string): JsonValue | undefined {
  const values = new Values(text);
  const names = new Names(text);
  const { codes, starts, ends, nexts, nameStarts, nameEnds, nameHashes } = values;
  const open = new Int32Array(maxDepth);
  let depth = 0;
  let parts = 0;
  const countPart = (): void => {
    parts += 1;
    if (parts > maxParts) throw tooManyValues();
  };
  let at = endOfSpace(codes, 0);

  /** Reads a name with its colon for the next value. */
  const takeName = (): boolean => {
    if ((codes[at] ?? 0) !== quote) return false;
    countPart();
    const start = at + 1;
    if (!hashName(codes, start, endOfText)) return false;
    const { end, plainHash } = readName;
    if (names.has(codes, open[depth - 1] ?? 0, start))
      throw refused(`The body has the name ${text.slice(start - 1, end + 1).slice(0, 100)} twice.`);
    nameStarts[values.count] = start;
    nameEnds[values.count] = end;
    nameHashes[values.count] = plainHash;
    const next = endOfSpace(codes, end + 1);
    if ((codes[next] ?? 0) !== colon) return false;
    at = endOfSpace(codes, next + 1);
    return true;
  };

  for (;;) {
    const value = values.count;
    const code = codes[at] ?? 0;
    const isObject = code === openObject;
    if (isObject || code === openList) {
      if (depth === maxDepth) throw refused(`The body has more than ${maxDepth} levels.`);
      countPart();
      starts[value] = at;
      values.count += 1;
      open[depth] = value;
      depth += 1;
      at = endOfSpace(codes, at + 1);
      if ((codes[at] ?? 0) !== (isObject ? closeObject : closeList)) {
        if (isObject && !takeName()) return undefined;
        continue;
      }
    } else {
      if (code === quote) countPart();
      const end = endOfScalar(codes, at);
      if (end === -1) return undefined;
      starts[value] = at;
      ends[value] = end;
      nexts[value] = value + 1;
      values.count += 1;
      at = endOfSpace(codes, end);
    }
    for (;;) {
      if (depth === 0) return at === text.length ? new JsonValue(values, 0) : undefined;
      const container = open[depth - 1] ?? 0;
      const isIn = (codes[starts[container] ?? 0] ?? 0) === openObject;
      const mark = codes[at] ?? 0;
      if (mark === comma) {
        countPart();
        at = endOfSpace(codes, at + 1);
        if (isIn && !takeName()) return undefined;
        break;
      }
      if (mark !== (isIn ? closeObject : closeList)) return undefined;
      ends[container] = at + 1;
      nexts[container] = values.count;
      depth -= 1;
      at = endOfSpace(codes, at + 1);
    }
  }
}

/** What a text between quotes says. */
const unescaped = (text: string): string =>
  text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;

export type JsonKind = 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';

const kinds: Readonly<Record<string, JsonKind>> = {
  '{': 'object',
  '[': 'list',
  '"': 'text',
  t: 'boolean',
  f: 'boolean',
  n: 'null',
};

/** A value in a JSON text. */
export class JsonValue {
  readonly #values: Values;
  /** Its place among all values of the text. */
  readonly place: number;

  constructor(values: Values, place: number) {
    this.#values = values;
    this.place = place;
  }

  /** The first place behind it and the values in it. */
  get end(): number {
    return this.#values.nexts[this.place] ?? 0;
  }

  get kind(): JsonKind {
    const { text, starts } = this.#values;
    return kinds[text[starts[this.place] ?? 0] ?? ''] ?? 'number';
  }

  /** As it is written. */
  get source(): string {
    const { text, starts, ends } = this.#values;
    return text.slice(starts[this.place], ends[this.place]);
  }

  /** What a text says; others as they are written, so that long numbers keep their digits. */
  get text(): string {
    return this.#textAt(this.place);
  }

  /** The name that an object has it by. */
  get name(): string | undefined {
    const { text, nameStarts, nameEnds } = this.#values;
    const start = nameStarts[this.place];
    return start === 0 ? undefined : unescaped(text.slice(start, nameEnds[this.place]));
  }

  get isContainer(): boolean {
    const { kind } = this;
    return kind === 'object' || kind === 'list';
  }

  /** Null, false, and a text, object or list with nothing in it. */
  get isEmpty(): boolean {
    const { kind } = this;
    if (kind === 'object' || kind === 'list') return this.end === this.place + 1;
    return kind === 'text' ? this.text === '' : ['null', 'false'].includes(this.source);
  }

  /** The values of an object or list. */
  get inner(): readonly JsonValue[] {
    const found: JsonValue[] = [];
    const { nexts } = this.#values;
    for (let place = this.place + 1; place < this.end; place = nexts[place] ?? this.end)
      found.push(new JsonValue(this.#values, place));
    return found;
  }

  /** Those of a plain name: of this object, or at any depth. */
  named(plain: string, isAnywhere: boolean): readonly JsonValue[] {
    const { codes, nexts, nameStarts, nameEnds, nameHashes } = this.#values;
    const found: JsonValue[] = [];
    const hash = hashOfPlain(plain);
    const { end } = this;
    for (let place = this.place + 1; place < end; place = isAnywhere ? place + 1 : (nexts[place] ?? end)) {
      const start = nameStarts[place] ?? 0;
      if (nameHashes[place] === hash && start > 0 && isPlainName(codes, start, nameEnds[place] ?? 0, plain))
        found.push(new JsonValue(this.#values, place));
    }
    return found;
  }

  /** It and every value in it. */
  get withInner(): readonly JsonValue[] {
    const found: JsonValue[] = [this];
    for (let place = this.place + 1; place < this.end; place += 1)
      found.push(new JsonValue(this.#values, place));
    return found;
  }

  /** Whether it is a text or number, or has one in it. */
  get hasText(): boolean {
    for (let place = this.place; place < this.end; place += 1)
      if (this.#isText(place) || this.#isNumber(place)) return true;
    return false;
  }

  /** Adds the texts and numbers of it and of every value in it. */
  addTexts(found: string[]): void {
    for (let place = this.place; place < this.end; place += 1)
      if (this.#isText(place) || this.#isNumber(place)) found.push(this.#textAt(place));
  }

  /** Adds its texts and names, and those of every value in it. */
  addTextsAndNames(found: string[]): void {
    const { text, nameStarts, nameEnds } = this.#values;
    for (let place = this.place; place < this.end; place += 1) {
      const start = nameStarts[place] ?? 0;
      if (start > 0 && place > this.place) found.push(unescaped(text.slice(start, nameEnds[place])));
      if (this.#isText(place)) found.push(this.#textAt(place));
    }
  }

  #isText(place: number): boolean {
    const { codes, starts } = this.#values;
    return (codes[starts[place] ?? 0] ?? 0) === quote;
  }

  #isNumber(place: number): boolean {
    const { codes, starts } = this.#values;
    const code = codes[starts[place] ?? 0] ?? 0;
    return code === minus || isDigit(code);
  }

  #textAt(place: number): string {
    const { text, starts, ends } = this.#values;
    const [start, end] = [starts[place] ?? 0, ends[place] ?? 0];
    return this.#isText(place) ? unescaped(text.slice(start + 1, end - 1)) : text.slice(start, end);
  }
}
