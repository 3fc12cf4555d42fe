import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contextFiles, isLeftOut, readIgnoreFile } from './build-context.ts';

/** Whether .dockerignore with these lines leaves a path out. */
const leavesOut = (lines: readonly string[], path: string): boolean =>
  isLeftOut(path, readIgnoreFile(lines.join('\n')));

describe('the patterns of .dockerignore', () => {
  it.each([
    // pattern, path, whether it is left out
    ['notes', 'notes', true],
    ['notes', 'notes/a/b.md', true],
    ['notes', 'libs/notes', false],
    ['notes/', 'notes/a.md', true],
    ['/notes', 'notes/a.md', true],
    ['  notes  ', 'notes', true],
    ['*.md', 'README.md', true],
    ['*.md', 'libs/README.md', false],
    ['*.md', 'README_md', false],
    ['**/*.md', 'README.md', true],
    ['**/*.md', 'libs/text/README.md', true],
    ['**/dist', 'libs/text/dist/i.js', true],
    ['libs/*/gen', 'libs/text/gen/i.ts', true],
    ['libs/*/gen', 'libs/text/more/gen', false],
    ['libs/**/gen', 'libs/gen', true],
    ['libs/**/gen', 'libs/text/more/gen', true],
    ['libs/**', 'libs/text/i.ts', true],
    ['libs/**', 'libs', false],
    ['a?c', 'abc', true],
    ['# notes', '# notes', false],
    ['a+(b)', 'a+(b)', true],
  ])('%s leaves out %s: %s', (pattern, path, expected) => {
    expect(leavesOut([pattern], path)).toBe(expected);
  });

  it('the last pattern that matches decides', () => {
    expect(leavesOut(['tests/*', '!tests/package.json'], 'tests/package.json')).toBe(false);
    expect(leavesOut(['tests/*', '!tests/package.json'], 'tests/api.ts')).toBe(true);
    expect(leavesOut(['!tests/package.json', 'tests/*'], 'tests/package.json')).toBe(true);
    expect(leavesOut(['tests', '!tests/images', 'tests/images/*.md'], 'tests/images/a/b.ts')).toBe(false);
    expect(leavesOut(['tests', '!tests/images', 'tests/images/*.md'], 'tests/images/a.md')).toBe(true);
  });

  it('a pattern that is not translated is refused', () => {
    for (const pattern of ['[ab]', 'a\\*', 'a**', '**b/c'])
      expect(() => readIgnoreFile(pattern)).toThrow(`does not know the pattern ${pattern}`);
  });

  it('the context has files and links, and exceptions also below a folder that is left out', async () => {
    const root = await mkdtemp(join(tmpdir(), 'patchbay-context-'));
    onTestFinished(() => rm(root, { recursive: true }));
    for (const path of [
      'a.ts',
      'tests/package.json',
      'tests/x/y.ts',
      'tests/x/keep',
      'n/node_modules/p/i.js',
    ]) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), '');
    }
    await symlink('nowhere', join(root, 'link'));
    const patterns = readIgnoreFile('**/node_modules\ntests\n!tests/package.json\n!tests/*/keep\n');
    expect(contextFiles(root, patterns).toSorted()).toEqual([
      'a.ts',
      'link',
      'tests/package.json',
      'tests/x/keep',
    ]);
  });
});
