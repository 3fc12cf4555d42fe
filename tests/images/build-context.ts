import { type Dirent, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A line of .dockerignore. */
export interface IgnorePattern {
  readonly matches: RegExp;
  /** `!`: lets through what earlier patterns leave out. */
  readonly isException: boolean;
  /** The path before its first wildcard: nothing elsewhere matches. */
  readonly prefix: string;
}

/**
 * As Docker translates them (github.com/moby/patternmatcher): `*` and `?` stop at a slash, `**` as a whole part of the path does not.
 * Throws for what is not translated here.
 */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split('/');
  if (/[[\]\\]/.test(pattern) || parts.some((part) => part.includes('**') && part !== '**'))
    throw new Error(`.dockerignore: tests/images/build-context.ts does not know the pattern ${pattern}`);
  const translated = parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    if (part === '**') return isLast ? '.*' : '(?:.*/)?';
    const text = part
      .replaceAll(/[.+^$(){}|]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]');
    return isLast ? text : `${text}/`;
  });
  return new RegExp(`^${translated.join('')}$`);
}

export function readIgnoreFile(text: string): readonly IgnorePattern[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const isException = line.startsWith('!');
      const pattern = posix
        .normalize(line.slice(isException ? 1 : 0).trim())
        .replace(/^\/+/, '')
        .replace(/\/$/, '');
      return {
        matches: expressionOf(pattern),
        isException,
        prefix: pattern.slice(0, pattern.search(/[*?]|$/)),
      };
    });
}

/** The last pattern that matches the path or a folder above it decides. */
export function isLeftOut(path: string, patterns: readonly IgnorePattern[]): boolean {
  const parts = path.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const last = patterns.findLast(({ matches }) => paths.some((each) => matches.test(each)));
  return last !== undefined && !last.isException;
}

/** Whether an exception may let something through that is below a folder that is left out. */
const mayLetThrough = (folder: string, patterns: readonly IgnorePattern[]): boolean =>
  patterns.some(
    ({ isException, prefix }) =>
      isException && (`${folder}/`.startsWith(prefix) || prefix.startsWith(`${folder}/`)),
  );

/** The files and links that `docker build` sends of a folder, relative to it: tracked by git or not. */
export function contextFiles(root: string, patterns: readonly IgnorePattern[]): readonly string[] {
  const filesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry: Dirent) => {
      const path = posix.join(folder, entry.name);
      const leftOut = isLeftOut(path, patterns);
      if (entry.isDirectory()) return leftOut && !mayLetThrough(path, patterns) ? [] : filesIn(path);
      return leftOut || !(entry.isFile() || entry.isSymbolicLink()) ? [] : [path];
    });
  return filesIn('');
}
