import { type FieldProblem, invalid } from '@patchbay/errors/failure';

/** Strings, brackets, braces and commas: all that has to be scanned in a text that `JSON.parse` accepted. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** Levels. No body of the API nests deeper; the limit protects code that recurses into a body. */
const maxDepth = 32;
/** The scan stops after so many problems: a body made of problems alone must not cost more than a valid one. */
const maxProblems = 20;

interface Level {
  /** Undefined in an array. */
  readonly keys: Set<string> | undefined;
  /** The member being read: its name, or its index. */
  at: string | number;
  /** Whether the next string is a member's name. */
  expectsName: boolean;
}

/**
 * Problems that `JSON.parse` ignores: duplicate names, of which it keeps the last, and strings with lone surrogates, which
 * cannot be encoded as UTF-8. Also refuses a body that nests deeper than `maxDepth`.
 */
function problemsBeyondSyntax(text: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const levels: Level[] = [];
  const path = (): string => levels.map(({ at }) => at).join('.');
  for (const [token] of text.matchAll(tokens)) {
    if (problems.length >= maxProblems) break;
    if (levels.length > maxDepth) return [{ path: '', message: `must nest at most ${maxDepth} deep` }];
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Set(), at: '', expectsName: true });
    else if (token === '[') levels.push({ keys: undefined, at: 0, expectsName: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',') {
      if (level?.keys) level.expectsName = true;
      else if (level) level.at = Number(level.at) + 1;
    } else {
      const value = token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);
      if (level?.keys && level.expectsName) {
        level.at = value;
        level.expectsName = false;
        if (level.keys.has(value)) problems.push({ path: path(), message: 'must be given once' });
        level.keys.add(value);
      }
      if (!value.isWellFormed())
        problems.push({ path: path().toWellFormed(), message: 'must be Unicode text' });
    }
  }
  return problems;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const wholeBody = (message: string) => invalid({ path: '', message });

/** Throws `invalid` where the bytes are not UTF-8, not JSON, or have one of the problems above. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw wholeBody('must be UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wholeBody('must be JSON');
  }
  const problems = problemsBeyondSyntax(text);
  if (problems.length > 0) throw invalid(...problems);
  return value;
}
