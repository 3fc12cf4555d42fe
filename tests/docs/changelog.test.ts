import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const changelog = read('CHANGELOG.md');
const sections = changelog.split(/^## /m).slice(1);

it('CHANGELOG.md has a section of the version of package.json, or says what is unreleased', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const [unreleased = ''] = sections;
  expect(unreleased).toMatch(/^Unreleased\n/);
  const said = sections.filter((text) => text.startsWith(`${version} - `) || /^Unreleased\n\s*\S/.test(text));
  expect(said).not.toEqual([]);
});

it('CHANGELOG.md has its versions newest first, each with its day', () => {
  const headings = sections.slice(1).map((text) => text.split('\n')[0] ?? '');
  expect(
    headings.filter((heading) => !/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)? - \d{4}-\d\d-\d\d$/.test(heading)),
  ).toEqual([]);
  const days = headings.map((heading) => heading.slice(-10));
  expect(days).toEqual(days.toSorted().toReversed());
});

it('CHANGELOG.md names every migration that takes away what the version before it uses', () => {
  const breaking = /\bdrop (?:table|column|default)\b|\brename (?:to|column)\b/i;
  const migrations = globSync(
    ['services/*/src/prisma/migrations/*/migration.sql', 'libs/*/migrations/*/migration.sql'],
    { cwd: root },
  );
  expect(migrations.length).toBeGreaterThan(0);
  const names = migrations
    .filter((path) => breaking.test(read(path)))
    .map((path) => path.replace(/^(?:services|libs)\/([^/]+)\/.*\/([^/]+)\/migration\.sql$/, '$1/$2'));
  expect(names.filter((name) => !changelog.includes(`\`${name}\``))).toEqual([]);
});
