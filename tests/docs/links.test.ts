import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { anchorsOf, headingsOf, withoutCodeBlocks } from './headings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const filesOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|dist|generated)$/.test(path) });

const pages = filesOf(
  '*.md',
  'docs/*.md',
  '{charts,clients,deploy,libs,services}/*/README.md',
  '{bench,tests}/README.md',
);
const pagesOfDocs = filesOf('docs/*.md');

/** Where a section is that a link does not find: it was moved to another page. */
const holdersOf = (anchor: string): string =>
  pagesOfDocs.filter((page) => anchorsOf(join(root, page)).includes(anchor)).join(', ');

function problemOf(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? join(root, page) : join(root, dirname(page), path);
  if (!existsSync(file)) return `${target}: there is no ${relative(root, file)}`;
  if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor)) return undefined;
  return `${target}: no such section${holdersOf(anchor) && `; there is one in ${holdersOf(anchor)}`}`;
}

it.each(pages)('the links of %s lead to files and sections that exist', (page) => {
  const text = withoutCodeBlocks(readFileSync(join(root, page), 'utf8'));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const problems = targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => problemOf(page, target));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

describe('pages that code names', () => {
  const sources = filesOf(
    '{clients,libs,services,deploy,tests,bench}/**/*.{ts,yaml,env}',
    'charts/**/*.{tpl,yaml}',
    'docs/*.sql',
  );

  /** `docs/kafka.md`, not the address `/docs/quickstart.md`, and the section that follows in quotes: `docs/kafka.md, "Dead letters"`. */
  const mention = /(?<!\/)docs\/([a-z-]+\.md)(?:,\s+(?:-- )?"([^"]+)")?/g;

  it('the pages of docs/ that code names exist, and have the named sections', () => {
    const problems = sources.flatMap((source) =>
      [...readFileSync(join(root, source), 'utf8').matchAll(mention)].flatMap(([, page = '', section]) => {
        const file = join(root, 'docs', page);
        if (!existsSync(file)) return [`${source}: docs/${page}`];
        const words = section?.replace(/\s+(?:-- )?/g, ' ');
        return words === undefined || headingsOf(file).includes(words)
          ? []
          : [`${source}: ${page}, ${words}`];
      }),
    );
    expect(problems).toEqual([]);
  });
});
