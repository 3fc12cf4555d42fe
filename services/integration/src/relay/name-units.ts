/** Names of a JSON text as rules compare them, without making a string of each: a body may have 100,000. */

const [quote, backslash, underscore, openBracket, closeBracket] = [0x22, 0x5c, 0x5f, 0x5b, 0x5d];

/** The code units of a text, and a zero behind them: to read them there takes a third of the time of `charCodeAt`. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length + 1);
  Buffer.from(codes.buffer).write(text, 'utf16le');
  return codes;
}

/** A text of a form with spaces where it has pluses: `replaceAll` takes seconds for millions of them. */
export function withSpaces(text: string): string {
  if (!text.includes('+')) return text;
  const codes = codesOf(text);
  for (let at = 0; at < text.length; at += 1) if (codes[at] === 0x2b) codes[at] = 0x20;
  return Buffer.from(codes.buffer).toString('utf16le', 0, 2 * text.length);
}

/** Odd, and unknown to callers, who could otherwise send many names of one hash. */
const [firstFactor = 1, firstStart = 0] = crypto
  .getRandomValues(new Int32Array(2))
  .map((random, index) => (index === 0 ? random | 1 : random));

const mixed = (hash: number, unit: number): number =>
  Math.imul(((hash << 5) | (hash >>> 27)) ^ unit, firstFactor);

const simple = new Int16Array(128).map((_, unit) => String.fromCharCode(unit).toLowerCase().charCodeAt(0));
for (const unit of [quote, backslash]) simple[unit] = -1;
simple.fill(-1, 0, 0x20);

/** Code points beyond these two planes have no case. */
const casedPoints = 0x2_00_00;
const [dottedI, finalSigma, sigma] = [0x130, 0x3c2, 0x3c3];
let lowerPoints: Uint32Array | undefined;

/** Lower case of each code point by itself. Made at the first name beyond ASCII: it takes some milliseconds. */
function makeLowerPoints(): Uint32Array {
  const points = new Uint32Array(casedPoints);
  for (let point = 0; point < casedPoints; point += 1)
    points[point] = String.fromCodePoint(point).toLowerCase().codePointAt(0) ?? point;
  // At the end of a word toLowerCase writes another one, which must not make another name.
  points[finalSigma] = sigma;
  // Its lower case has two code points, the first of which is a plain i.
  points[dottedI] = dottedI;
  return points;
}

/** Units that are kept for the next name. */
const mostKept = 65_536;

let units = new Uint16Array(1_024);
let size = 0;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** What a backslash and one letter stand for. */
const escapes = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(([letter, meant]) => [
    letter.charCodeAt(0),
    meant.charCodeAt(0),
  ]),
);

const digitOf = (code: number): number => (code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57);

/** The code unit at `at`, which may be an escape sequence, in the 16 low bits, and its length above them. */
function unitAt(codes: Uint16Array, at: number, isEscaped: boolean): number {
  const unit = codes[at] ?? 0;
  if (unit !== backslash || !isEscaped) return unit | 0x1_00_00;
  const letter = codes[at + 1] ?? 0;
  if (letter !== 0x75) return (escapes.get(letter) ?? letter) | 0x2_00_00;
  let read = 0;
  for (let digit = at + 2; digit < at + 6; digit += 1) read = 16 * read + digitOf(codes[digit] ?? 0);
  return read | 0x6_00_00;
}

const lowerAscii = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code);

/** Writes a part of a text to `units`, in lower case. `isEscaped`: as JSON writes it. */
function writeLower(codes: Uint16Array, start: number, end: number, isEscaped: boolean): void {
  const needed = Math.max(end - start, 1_024);
  if (units.length < needed || units.length > mostKept) units = new Uint16Array(needed);
  const written = units;
  let count = 0;
  for (let at = start; at < end; ) {
    const code = codes[at] ?? 0;
    if (code < 0x80 && (code !== backslash || !isEscaped)) {
      written[count++] = lowerAscii(code);
      at += 1;
      continue;
    }
    const read = unitAt(codes, at, isEscaped);
    at += read >> 16;
    let point = read & 0xff_ff;
    if (isHigh(point) && at < end) {
      const low = unitAt(codes, at, isEscaped);
      if (isLow(low & 0xff_ff)) {
        at += low >> 16;
        point = ((point - 0xd7c0) << 10) | (low & 0x3ff);
      }
    }
    if (point < 0x80) point = lowerAscii(point);
    else if (point < casedPoints) point = (lowerPoints ??= makeLowerPoints())[point] ?? point;
    if (point < 0x1_00_00) written[count++] = point;
    else {
      written[count++] = 0xd7c0 + (point >> 10);
      written[count++] = 0xdc00 | (point & 0x3ff);
    }
  }
  size = count;
}

/** Keeps the units that `isKept` wants. */
function keep(isKept: (unit: number, before: number) => boolean): void {
  let kept = 0;
  for (let at = 0; at < size; at += 1) if (isKept(units[at] ?? 0, kept)) units[kept++] = units[at] ?? 0;
  size = kept;
}

/** Leaves underscores and the parts in brackets out of `units`. A bracket that nothing closes stays. */
function dropMarks(): void {
  const written = units;
  let lastClose = size - 1;
  while (lastClose >= 0 && written[lastClose] !== closeBracket) lastClose -= 1;
  let kept = 0;
  for (let at = 0; at < size; at += 1) {
    const unit = written[at] ?? 0;
    if (unit === openBracket && at < lastClose) while (written[at] !== closeBracket) at += 1;
    else if (unit !== underscore) written[kept++] = unit;
  }
  size = kept;
}

function hashOfUnits(): number {
  const written = units;
  let hash = firstStart;
  for (let at = 0; at < size; at += 1) hash = mixed(hash, written[at] ?? 0);
  return hash;
}

const textOfUnits = (): string => Buffer.from(units.buffer, units.byteOffset, 2 * size).toString('utf16le');

/** Of the name that was read last. */
export const readName = {
  /** The closing quote. */
  end: 0,
  /** In lower case: names that differ in case alone have one. */
  hash: 0,
  /** As `plainName` writes it. */
  plainHash: 0,
};

/**
 * Reads the name that begins behind a quote at `start`. False: it has no end. `endOf` finds the closing quote, or -1, where the name is
 * more than ASCII.
 */
export function hashName(
  codes: Uint16Array,
  start: number,
  endOf: (codes: Uint16Array, start: number) => number,
): boolean {
  let hash = firstStart;
  let marks = 0;
  let at = start;
  for (; ; at += 1) {
    const code = codes[at] ?? 0;
    const unit = code < 128 ? (simple[code] ?? -1) : -1;
    if (unit === -1) break;
    if (unit === underscore || unit === openBracket) marks += 1;
    hash = mixed(hash, unit);
  }
  if (codes[at] === quote) {
    readName.end = at;
    readName.hash = hash;
    readName.plainHash = marks === 0 ? hash : plainHashOf(codes, start, at);
    return true;
  }
  const end = endOf(codes, at);
  if (end === -1) return false;
  readName.end = end;
  writeLower(codes, start, end, true);
  readName.hash = hashOfUnits();
  dropMarks();
  readName.plainHash = hashOfUnits();
  return true;
}

/** The bracket that closes the one at `at`; -1: none. */
function closeOf(codes: Uint16Array, at: number, end: number): number {
  for (let close = at; close < end; close += 1) if (codes[close] === closeBracket) return close;
  return -1;
}

/** Of a name in ASCII without escape sequences. */
function plainHashOf(codes: Uint16Array, start: number, end: number): number {
  let hash = firstStart;
  let mayClose = true;
  for (let at = start; at < end; at += 1) {
    const unit = simple[codes[at] ?? 0] ?? 0;
    if (unit === openBracket && mayClose) {
      const close = closeOf(codes, at, end);
      mayClose = close !== -1;
      if (mayClose) {
        at = close;
        continue;
      }
    }
    if (unit !== underscore) hash = mixed(hash, unit);
  }
  return hash;
}

/** Whether two names between quotes differ in case at most. */
export function isSameName(
  codes: Uint16Array,
  start: number,
  end: number,
  other: number,
  otherEnd: number,
): boolean {
  writeLower(codes, start, end, true);
  const first = textOfUnits();
  writeLower(codes, other, otherEnd, true);
  return first === textOfUnits();
}

/** Whether a name between quotes is `plain`, as `plainName` writes it. */
export function isPlainName(codes: Uint16Array, start: number, end: number, plain: string): boolean {
  let compared = 0;
  for (let at = start; at < end; at += 1) {
    const code = codes[at] ?? 0;
    if (code === openBracket || code === backslash || code > 127) {
      const close = code === openBracket ? closeOf(codes, at, end) : -1;
      if (close === -1) return isWrittenPlainName(codes, start, end, plain);
      at = close;
    } else if (code !== underscore) {
      if (lowerAscii(code) !== plain.charCodeAt(compared)) return false;
      compared += 1;
    }
  }
  return compared === plain.length;
}

function isWrittenPlainName(codes: Uint16Array, start: number, end: number, plain: string): boolean {
  writeLower(codes, start, end, true);
  dropMarks();
  if (size !== plain.length) return false;
  for (let at = 0; at < size; at += 1) if (units[at] !== plain.charCodeAt(at)) return false;
  return true;
}

/** The hash of a name without underscores and parts in brackets, as `plainName` writes it. */
export function hashOfPlain(plain: string): number {
  let hash = firstStart;
  for (let at = 0; at < plain.length; at += 1) hash = mixed(hash, plain.charCodeAt(at));
  return hash;
}

/** The same for the spellings of a name that providers take: other case, underscores, the index of a list. */
export function plainName(name: string): string {
  writeLower(codesOf(name), 0, name.length, false);
  dropMarks();
  return textOfUnits();
}

/** A name in lower case without underscores. */
export function withoutUnderscores(name: string): string {
  writeLower(codesOf(name), 0, name.length, false);
  keep((unit) => unit !== underscore);
  return textOfUnits();
}

const [dollar, leftOut] = [0x24, new Set('. [+'.split('').map((mark) => mark.charCodeAt(0)))];

/** A plain name also as PHP spells it, where `access.token` and `access[token` are `access_token`, and as Google does, where `$key` is `key`. */
export function parameterName(name: string): string {
  writeLower(codesOf(name), 0, name.length, false);
  dropMarks();
  keep((unit) => !leftOut.has(unit));
  keep((unit, before) => unit !== dollar || before > 0);
  return textOfUnits();
}
