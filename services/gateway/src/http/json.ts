import { type FieldProblem, invalid } from '@patchbay/errors/failure';

/** Strings and the marks of structure; in a text that `JSON.parse` took, nothing else matters here. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** No body of the API nests further; what others do with a body may recurse into it. */
const maxDepth = 32;
/** What is named at most: a body made of nothing but problems must not cost more than one made of fields. */
const maxProblems = 20;

interface Level {
  /** Undefined in an array. */
  readonly keys: Set<string> | undefined;
  /** The member being read: its name, or its index. */
  at: string | number;
  /** Whether the next string is a member's name. */
  naming: boolean;
}

/**
 * What `JSON.parse` lets pass in silence: a name given twice, of which the last would win, and strings that are no
 * Unicode text, which could be neither stored nor compared.
 */
function concealedProblems(text: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const levels: Level[] = [];
  const path = (): string => levels.map(({ at }) => at).join('.');
  for (const [token] of text.matchAll(tokens)) {
    if (problems.length >= maxProblems) break;
    if (levels.length > maxDepth) return [{ path: '', message: `must nest at most ${maxDepth} deep` }];
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Set(), at: '', naming: true });
    else if (token === '[') levels.push({ keys: undefined, at: 0, naming: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',') {
      if (level?.keys) level.naming = true;
      else if (level) level.at = Number(level.at) + 1;
    } else {
      const value = token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);
      if (level?.keys && level.naming) {
        level.at = value;
        level.naming = false;
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

/** A body's bytes as the value they are in JSON. */
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
  const problems = concealedProblems(text);
  if (problems.length > 0) throw invalid(...problems);
  return value;
}
