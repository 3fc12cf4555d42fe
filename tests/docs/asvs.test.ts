import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const levels = ['1', '2'] as const;

const root = new URL('../../', import.meta.url);
const page = await readFile(new URL('docs/asvs.md', root), 'utf8');

/** The ids of the standard's requirements, by level. */
const requirements = JSON.parse(
  await readFile(new URL('asvs-5.0.0.json', import.meta.url), 'utf8'),
) as Readonly<Record<(typeof levels)[number], readonly string[]>>;

const statuses = ['met', 'not met', 'not applicable'];

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [id = '', level = '', text = '', status = '', where = '', ...others] = line
      .slice(2, -2)
      .split(' | ');
    return { id, level, text, status, where, others };
  });

/** The files of this repository in a cell: words in backticks with a slash or a dot. Addresses of the API begin with a slash. */
const pathsIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, word = '']) =>
    /^[\w.-]*[./][\w./-]*$/.test(word) && !word.startsWith('/') ? word : [],
  );

/** The headings of a page as GitHub writes them in links. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

/** V1.10.2 after V1.9.1. */
const byId = new Intl.Collator('en', { numeric: true });
const expected = levels
  .flatMap((level) => requirements[level].map((id) => `${id} ${level}`))
  .toSorted(byId.compare);

it('docs/asvs.md has each requirement of levels 1 and 2 once, in the order of their numbers', () => {
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(expected);
  expect(requirements[1]).toHaveLength(70);
  expect(requirements[2]).toHaveLength(183);
});

it('docs/asvs.md has a status and a reason in each row, and a file in each row that is met', () => {
  const isWhole = ({ text, status, where, others }: (typeof rows)[number]): boolean =>
    text !== '' &&
    statuses.includes(status) &&
    where !== '' &&
    others.length === 0 &&
    (status !== 'met' || pathsIn(where).length > 0);
  expect(rows.filter((row) => !isWhole(row)).map(({ id }) => id)).toEqual([]);
});

it('docs/asvs.md names files that exist', () => {
  const named = new Set(rows.flatMap(({ where }) => pathsIn(where)));
  expect([...named].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

it('docs/asvs.md links to headings that exist', async () => {
  const links = new Set([...page.matchAll(/\]\(([\w./-]+\.md)(?:#([\w-]+))?\)/g)].map(([, ...link]) => link));
  const broken: string[] = [];
  for (const [file = '', heading] of links) {
    const target = await readFile(new URL(file, new URL('docs/', root)), 'utf8');
    if (heading !== undefined && !headingsOf(target).includes(heading)) broken.push(`${file}#${heading}`);
  }
  expect(links.size).toBeGreaterThan(0);
  expect(broken).toEqual([]);
});

it('docs/asvs.md counts its rows', () => {
  const counts = levels.map((level) => {
    const numbers = statuses.map(
      (status) => rows.filter((row) => row.level === level && row.status === status).length,
    );
    return `| ${[level, ...numbers].join(' | ')} |`;
  });
  expect(page).toContain(counts.join('\n'));
});
