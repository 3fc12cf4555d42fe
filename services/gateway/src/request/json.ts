import { type FieldProblem, invalid } from '@patchbay/errors/failure';
import { pathOf } from '@patchbay/errors/field-problems';

/** Codes of the characters that have to be found in a JSON text, in ascending order. */
const code = {
  quote: 0x22,
  comma: 0x2c,
  array: 0x5b,
  backslash: 0x5c,
  arrayEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const;

/** The index of the next quote, comma, bracket or brace that is not before `start`; the length of the text where none is. */
function nextToken(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const found = text.charCodeAt(index);
    if (found === code.quote || found === code.comma) return index;
    if (found < code.array || found > code.objectEnd) continue;
    if (found <= code.arrayEnd ? found !== code.backslash : found === code.object || found === code.objectEnd)
      return index;
  }
  return text.length;
}

/**
 * The index of the quote that ends the string literal at `start`; the length of the text where none does. Only a string with
 * escape sequences is read character by character: a body may be one long string.
 */
function endOfString(text: string, start: number): number {
  const next = text.indexOf('"', start + 1);
  if (next === -1) return text.length;
  let index = start + 1;
  while (index < next && text.charCodeAt(index) !== code.backslash) index += 1;
  if (index === next) return next;
  for (; index < text.length; index += 1) {
    const found = text.charCodeAt(index);
    if (found === code.backslash) index += 1;
    else if (found === code.quote) return index;
  }
  return text.length;
}

/**
 * No body of the API nests deeper or has more values. Both limits are checked before `JSON.parse`, and the scan stops where one
 * is exceeded: a body made of a hundred thousand names or brackets costs less than parsing it.
 */
const maxDepth = 32;
const maxValues = 2_000;
/** The scan stops after so many problems: a body made of problems alone must not cost more than a valid one. */
const maxProblems = 20;

interface Level {
  /** Undefined in an array. */
  readonly names: Set<string> | undefined;
  /** The member being read: its name, or its index. */
  at: string | number;
  /** Whether the next string is a member's name. */
  expectsName: boolean;
}

const wholeBody = (message: string) => invalid({ path: '', message });

/** The text of a string literal; undefined where it is none, which `JSON.parse` then refuses with the whole body. */
function unescaped(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}

/**
 * Problems that `JSON.parse` ignores: duplicate names, of which it keeps the last, and strings with lone surrogates, which
 * cannot be encoded as UTF-8. Throws where a limit is exceeded. The text may be no JSON; the problems then mean nothing.
 */
function problemsBeyondSyntax(text: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const levels: Level[] = [];
  let level: Level | undefined;
  let values = 1;
  const path = (): string => pathOf(levels.map(({ at }) => at));

  const countValue = (): void => {
    values += 1;
    if (values > maxValues) throw wholeBody(`must have at most ${maxValues} values`);
  };
  const enter = (entered: Level): void => {
    levels.push(entered);
    if (levels.length > maxDepth) throw wholeBody(`must nest at most ${maxDepth} deep`);
    level = entered;
    countValue();
  };
  /** Reads the string literal at `start`; the index of its last character. */
  const readString = (start: number): number => {
    const end = endOfString(text, start);
    const raw = text.slice(start + 1, end);
    const names = level?.expectsName ? level.names : undefined;
    // Decoded from UTF-8, the text has lone surrogates in escape sequences alone.
    const isEscaped = raw.includes('\\');
    const value = isEscaped ? unescaped(text.slice(start, end + 1)) : raw;
    if (value === undefined) return end;
    if (level !== undefined && names !== undefined) {
      level.at = value;
      level.expectsName = false;
      if (names.has(value)) problems.push({ path: path(), message: 'must be given once' });
      else names.add(value);
    }
    if (isEscaped && !value.isWellFormed()) problems.push({ path: path(), message: 'must be Unicode text' });
    return end;
  };

  let index = nextToken(text, 0);
  while (index < text.length && problems.length < maxProblems) {
    switch (text.charCodeAt(index)) {
      case code.quote:
        index = readString(index);
        break;
      case code.object:
        enter({ names: new Set(), at: '', expectsName: true });
        break;
      case code.array:
        enter({ names: undefined, at: 0, expectsName: false });
        break;
      case code.objectEnd:
      case code.arrayEnd:
        levels.pop();
        level = levels.at(-1);
        break;
      case code.comma:
        countValue();
        if (level?.names) level.expectsName = true;
        else if (level) level.at = Number(level.at) + 1;
        break;
    }
    index = nextToken(text, index + 1);
  }
  return problems;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws `invalid` where the bytes are not UTF-8, not JSON, or have one of the problems above. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw wholeBody('must be UTF-8');
  }
  const problems = problemsBeyondSyntax(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wholeBody('must be JSON');
  }
  if (problems.length > 0) throw invalid(...problems);
  return value;
}
