import type { Pattern } from '../connector/use.ts';

const escaped = (text: string): string => text.replace(/[.+?^$()|[\]\\]/g, '\\$&');

/**
 * The expression of a path pattern, for decoded paths without a slash at the end. `/**` matches nothing as well, so that `/users/**`
 * covers `/users`.
 */
function expressionOf(path: string): RegExp {
  const source = path
    .split(/(\/\*\*|\*\*|\*|\{account\})/)
    .map((part) => {
      if (part === '/**') return '(?:/.*)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/:]+';
      return part === '{account}' ? '([^/:]+)' : escaped(part);
    })
    .join('');
  return new RegExp(`^${source}$`, 'is');
}

/** A request as patterns see it. */
export interface Matched {
  readonly method: string;
  /** Decoded, without a slash at the end; empty for the base itself. */
  readonly path: string;
}

type Matcher = (request: Matched) => boolean;

function matcherOf(pattern: Pattern): Matcher {
  const [, method, path = pattern] = /^([A-Z]+) (.*)$/s.exec(pattern) ?? [];
  const expression = expressionOf(path);
  return (request) => (method === undefined || request.method === method) && expression.test(request.path);
}

/** Whether one of the patterns matches. */
export function anyOf(patterns: readonly Pattern[] = []): Matcher {
  const matchers = patterns.map(matcherOf);
  return (request) => matchers.some((matches) => matches(request));
}

/** The accounts that a path names by patterns with `{account}`. */
export function accountsInPath(patterns: readonly string[] = []): (path: string) => readonly string[] {
  const expressions = patterns.map(expressionOf);
  return (path) =>
    expressions.flatMap((expression) => {
      const account = expression.exec(path)?.[1];
      return account === undefined ? [] : [account];
    });
}
