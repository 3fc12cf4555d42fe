import { hashOf, isPlainName, plainName } from './names.ts';

const [quote, minus, zero, nine, openList, openObject] = [0x22, 0x2d, 0x30, 0x39, 0x5b, 0x7b];

/** Notes about a value: a number with a fraction or an exponent; a text with more than ASCII; a name with more than ASCII. */
export const [isUnwhole, isOddText, hasOddName] = [1, 2, 4];

/**
 * Where the values of a JSON text stand, in its order: seven numbers a value. Values of JSON.parse would cost too much: an object of 99,000
 * names takes it 60 ms, and as much again to find two names that differ in case. Escape sequences are replaced by what they stand for.
 */
export class JsonValues {
  count = 0;
  /** When everything is read: a character for each byte, so that places are the same in both. */
  text = '';
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  /** Behind each value. */
  readonly ends: Int32Array;
  /** The first value that is not in this one. */
  readonly nexts: Int32Array;
  /** Between the quotes of its name; 0: it has none. */
  readonly nameStarts: Int32Array;
  readonly nameEnds: Int32Array;
  /** The hash of its plain name. */
  readonly nameHashes: Int32Array;
  /** Of its name in lower case and the object that has it. */
  readonly nameKeys: Int32Array;
  readonly notes: Uint8Array;

  constructor(bytes: Buffer, capacity: number) {
    this.bytes = bytes;
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.nexts = new Int32Array(capacity);
    this.nameStarts = new Int32Array(capacity);
    this.nameEnds = new Int32Array(capacity);
    this.nameHashes = new Int32Array(capacity);
    this.nameKeys = new Int32Array(capacity);
    this.notes = new Uint8Array(capacity);
  }

  /** Everything is read, and its bytes are in their places. */
  finish(length: number): void {
    this.text = this.bytes.toString('latin1', 0, length);
  }

  byteAt(place: number): number {
    return this.bytes[this.starts[place] ?? 0] ?? 0;
  }

  isContainerAt(place: number): boolean {
    const byte = this.byteAt(place);
    return byte === openList || byte === openObject;
  }

  isText(place: number): boolean {
    return this.byteAt(place) === quote;
  }

  isNumber(place: number): boolean {
    const byte = this.byteAt(place);
    return byte === minus || (byte >= zero && byte <= nine);
  }

  textAt(place: number): string {
    const quotes = this.isText(place) ? 1 : 0;
    return this.#read(
      (this.starts[place] ?? 0) + quotes,
      (this.ends[place] ?? 0) - quotes,
      ((this.notes[place] ?? 0) & isOddText) > 0,
    );
  }

  nameAt(place: number): string | undefined {
    const start = this.nameStarts[place] ?? 0;
    if (start === 0) return undefined;
    return this.#read(start, this.nameEnds[place] ?? 0, ((this.notes[place] ?? 0) & hasOddName) > 0);
  }

  #read(start: number, end: number, isOdd: boolean): string {
    if (isOdd) return this.bytes.toString('utf8', start, end);
    return this.text === '' ? this.bytes.toString('latin1', start, end) : this.text.slice(start, end);
  }
}

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
  /** All values of the text. */
  readonly all: JsonValues;
  /** Its place among them. */
  readonly place: number;

  constructor(all: JsonValues, place: number) {
    this.all = all;
    this.place = place;
  }

  /** The first place behind it and the values in it. */
  get end(): number {
    return this.all.nexts[this.place] ?? 0;
  }

  get kind(): JsonKind {
    return kinds[String.fromCharCode(this.all.byteAt(this.place))] ?? 'number';
  }

  /** As it is written, but for escape sequences, with a character for each byte of UTF-8. */
  get source(): string {
    const { text, starts, ends } = this.all;
    return text.slice(starts[this.place], ends[this.place]);
  }

  /** What a text says; others as they are written, so that long numbers keep their digits. */
  get text(): string {
    return this.all.textAt(this.place);
  }

  /** The name that an object has it by. */
  get name(): string | undefined {
    return this.all.nameAt(this.place);
  }

  get isContainer(): boolean {
    return this.all.isContainerAt(this.place);
  }

  /** Null, false, and a text, object or list with nothing in it. */
  get isEmpty(): boolean {
    const { kind } = this;
    if (kind === 'object' || kind === 'list') return this.end === this.place + 1;
    return kind === 'text' ? this.text === '' : ['null', 'false'].includes(this.text);
  }

  /** The first `most` values of an object or list. */
  inner(most = Infinity): readonly JsonValue[] {
    const found: JsonValue[] = [];
    const { nexts } = this.all;
    for (
      let place = this.place + 1;
      place < this.end && found.length < most;
      place = nexts[place] ?? this.end
    )
      found.push(new JsonValue(this.all, place));
    return found;
  }

  /** Those of a plain name: of this object, or at any depth, the first `most` of them. */
  named(plain: string, isAnywhere: boolean, most = Infinity): readonly JsonValue[] {
    const { all, end } = this;
    const { bytes, nexts, nameStarts, nameEnds, nameHashes } = all;
    const found: JsonValue[] = [];
    const hash = hashOf(plain);
    for (let place = this.place + 1; place < end; place = isAnywhere ? place + 1 : (nexts[place] ?? end)) {
      const start = nameStarts[place] ?? 0;
      if (nameHashes[place] !== hash || start === 0) continue;
      if (found.length === most) break;
      const isSame = isPlainName(bytes, start, nameEnds[place] ?? 0, plain);
      if (isSame ?? plainName(all.nameAt(place) ?? '') === plain) found.push(new JsonValue(all, place));
    }
    return found;
  }

  /** It and every value in it. */
  get withInner(): readonly JsonValue[] {
    const found: JsonValue[] = [this];
    for (let place = this.place + 1; place < this.end; place += 1) found.push(new JsonValue(this.all, place));
    return found;
  }

  /** Whether it is a text or number, or has one in it. */
  get hasText(): boolean {
    for (let place = this.place; place < this.end; place += 1)
      if (this.all.isText(place) || this.all.isNumber(place)) return true;
    return false;
  }

  /** Adds the texts and numbers of it and of every value in it, until there are as many. */
  addTexts(found: string[], most: number): void {
    for (let place = this.place; place < this.end && found.length < most; place += 1)
      if (this.all.isText(place) || this.all.isNumber(place)) found.push(this.all.textAt(place));
  }
}
