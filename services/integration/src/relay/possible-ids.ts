import type { IdShape } from '../connector/use.ts';
import { isOddText, isUnwhole, type JsonValue, type JsonValues } from './json-document.ts';

/** Characters of a text that is read as a number. */
const longestNumber = 64;

const [space, plus, dash, dot, zero, bracket, brace] = [0x20, 0x2b, 0x2d, 0x2e, 0x30, 0x5b, 0x7b];
const isSpace = (byte: number): boolean => byte === space || (byte >= 0x09 && byte <= 0x0d);
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Digits of other scripts, which some systems read too. */
const otherDigits = /(?![0-9])\p{Nd}/gu;
const hasOtherDigit = /(?![0-9])\p{Nd}/u;

/** Each script has its ten digits in a row. */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

const writtenNumber = /^\s*\+?\d+(?:\.\d*)?(?:e[+-]?\d+)?\s*$/i;

/** A number as systems read it: `2e3` and `2000.0` are `2000`. One without fraction and exponent keeps all its digits. */
function numberOf(text: string): string {
  const number = Number(text);
  // To write a fraction anew takes longest.
  return Number.isInteger(number) ? String(number) : text;
}

/** A number or short text as systems read it that take a number for an id: `２０００`, `2e3` and `2000.0` are `2000`. */
export function numberIn(text: string): string {
  if (text.length >= longestNumber) return text;
  if (!/[^\0-\x7f]/.test(text)) return /[.e]/i.test(text) && writtenNumber.test(text) ? numberOf(text) : text;
  const plainDigits = text.replace(otherDigits, digitOf);
  return plainDigits === text || /[^\0-\x7f]/.test(plainDigits) ? plainDigits : numberIn(plainDigits);
}

/** The first character of a text that is no space. */
function firstOf(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(bytes[at] ?? 0)) at += 1;
  return bytes[at] ?? 0;
}

/** Whether a text has only characters of numbers, and one that a whole number has not. */
function isLikeNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let isUnplain = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isDigit(byte)) continue;
    if (byte === dot || (byte | 0x20) === 0x65) isUnplain = true;
    else if (byte !== plus && byte !== dash && !isSpace(byte)) return false;
  }
  return isUnplain;
}

/** Whether what begins at `index`, which begins a word, is neither behind a dash nor the fraction of a number. */
export function isAlone(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  return before !== dash && !(before === dot && isDigit(text.charCodeAt(index - 2)));
}

/** Marks of a value: it may hold ids; its name may be one; it is a text that may be JSON. */
export const [mayHoldIds, mayHaveIdAsName, mayBeJson] = [1, 2, 4];

const [isDigitKind, isLetterKind, isOtherKind] = [1, 2, 4];
/** By the byte: whether it is a digit, a lower-case letter, or what else is part of a word; 0: it is none of a word. */
const wordKinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/\d/.test(character)) return isDigitKind;
  if (/[a-z]/.test(character)) return isLetterKind;
  return /\w/.test(character) ? isOtherKind : 0;
});

/** Gets what has the shape of an id in a JSON text, and returns where to go on. */
type Visit = (start: number, end: number) => number;

/** Words of digits alone, or of lower-case letters and digits. Takes a fifth of the time of an expression. */
function visitWords(
  { bytes, text: { length } }: JsonValues,
  [fewest, most]: readonly [number, number],
  others: number,
  visit: Visit,
): void {
  const areDigits = (others & isLetterKind) > 0;
  const isDigitAt = (at: number): boolean => wordKinds[bytes[at] ?? 0] === isDigitKind;
  for (let at = 0; at < length; at += 1) {
    let kinds = wordKinds[bytes[at] ?? 0] ?? 0;
    if (kinds === 0) continue;
    const start = at;
    for (at += 1; at < length; at += 1) {
      const kind = wordKinds[bytes[at] ?? 0] ?? 0;
      if (kind === 0) break;
      kinds |= kind;
    }
    if ((kinds & others) !== 0) continue;
    let first = start;
    if (areDigits) while (bytes[first] === zero && first < at) first += 1;
    if (at - first < fewest || at - first > most) continue;
    const [before, after] = [bytes[start - 1], bytes[at]];
    if (before === dash || (before === dot && isDigitAt(start - 2))) continue;
    if (after === dash || (after === dot && isDigitAt(at + 1))) continue;
    at = visit(start, at) - 1;
  }
}

function visitMatches({ text }: JsonValues, inText: RegExp, visit: Visit): void {
  const expression = new RegExp(inText.source, inText.flags);
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const { index } = match;
    expression.lastIndex = isAlone(text, index) ? visit(index, expression.lastIndex) : index + 1;
  }
}

/** How ids are found. */
export interface IdExpressions {
  readonly shape: IdShape;
  /** Finds them within a text. */
  readonly inText: RegExp;
  /** The same for those of the shape's expression alone. */
  readonly others: RegExp;
  /** Matches a text that is one. */
  readonly whole: RegExp;
}

/**
 * It begins and ends as a word, and no part of a fraction follows. Whether it is a part of a longer one with dashes, of a date or of a
 * fraction, `isAlone` tells: to look back costs twice as much.
 */
const within = (source: string): RegExp => new RegExp(`\\b(?:${source})(?![\\w-]|\\.\\d)`, 'g');

export function expressionsOf(shape: IdShape): IdExpressions {
  const { digits, word, expression } = shape;
  const sources = [
    expression?.source,
    digits && `0*[1-9]\\d{${digits[0] - 1},${digits[1] - 1}}`,
    word && `[a-z0-9]{${word.join()}}`,
  ];
  const source = sources.filter((each) => each !== undefined).join('|');
  return {
    shape,
    inText: within(source),
    others: within(expression?.source ?? '(?!)'),
    whole: new RegExp(`^(?:${source})$`),
  };
}

/**
 * Marks the values of a JSON text that have something of the shape of an id, by their place: the others need not be looked at, and most
 * are others. A pass for each kind of shape goes over the whole text, because to ask for each value takes ten times as long. `count` is called for each
 * number that had to be written anew to find out.
 */
export function markPossibleIds(
  { all }: JsonValue,
  { shape: { digits, word, expression }, others, whole }: IdExpressions,
  count: () => void,
): Uint8Array {
  const { bytes, text, starts, ends, nameStarts, nameEnds, notes } = all;
  const marks = new Uint8Array(all.count);
  /** Marks the value of each id, from the first to the last. */
  const marking = (): Visit => {
    let place = 0;
    return (start, end) => {
      // The first value that ends behind it: of a list or object, its bracket and its name count.
      while ((all.isContainerAt(place) ? (starts[place] ?? 0) : (ends[place] ?? 0) - 1) < start) place += 1;
      const isInName = (nameStarts[place] ?? 0) > 0 && start < (nameEnds[place] ?? 0);
      // A name without a digit is a word.
      if (!isInName || /\d/.test(text.slice(start, end)))
        marks[place] = (marks[place] ?? 0) | (isInName ? mayHaveIdAsName : mayHoldIds);
      // Whatever else is in it needs no other mark.
      return Math.max(end, (isInName ? nameEnds[place] : ends[place]) ?? 0);
    };
  };
  if (digits !== undefined) visitWords(all, digits, isLetterKind | isOtherKind, marking());
  if (word !== undefined) visitWords(all, word, isOtherKind, marking());
  if (expression !== undefined) visitMatches(all, others, marking());
  const mark = (at: number, kind = mayHoldIds): void => {
    marks[at] = (marks[at] ?? 0) | kind;
  };
  const markNumber = (at: number): void => {
    const number = Number(all.textAt(at));
    if (!Number.isInteger(number) || !whole.test(String(number))) return;
    count();
    mark(at);
  };
  for (let at = 0; at < all.count; at += 1) {
    const note = notes[at] ?? 0;
    if (all.isText(at)) {
      const [start, end] = [(starts[at] ?? 0) + 1, (ends[at] ?? 0) - 1];
      const first = firstOf(bytes, start, end);
      if (first === brace || first === bracket) mark(at, mayBeJson);
      else if ((note & isOddText) > 0) {
        // Four bytes a character.
        if (end - start >= 4 * longestNumber || !hasOtherDigit.test(all.textAt(at))) continue;
        count();
        mark(at);
      } else if (
        end - start < longestNumber &&
        (isDigit(first) || first === plus) &&
        isLikeNumber(bytes, start, end)
      )
        markNumber(at);
    } else if ((note & isUnwhole) > 0) markNumber(at);
  }
  return marks;
}
