import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = 'docs/images';
const kilobyte = 1024;

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
];

/** Images of a page by Markdown or HTML, as paths from the root of the repository. Those of other hosts are left out. */
function imagesOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)|<(?:img|source)\b[^>]*?\bsrc(?:set)?="([^"\s]+)/g)];
  return named
    .map(([, markdown, html]) => markdown ?? html ?? '')
    .filter((address) => !address.includes('://'))
    .map((address) => normalize(join(dirname(page), address)));
}

const named = pages.flatMap((page) => imagesOf(page).map((image) => ({ page, image })));
const images = readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);

it('the images of README.md and docs/ exist', () => {
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ image }) => !images.includes(image))).toEqual([]);
});

it('the images of README.md and docs/ are all used', () => {
  expect(images.filter((path) => !named.some(({ image }) => image === path))).toEqual([]);
});

it('the images of README.md and docs/ have alternative texts', () => {
  const wordless = pages.filter((page) =>
    /!\[\s*\]\(|<img\b(?![^>]*\balt="[^"]+")/.test(readFileSync(join(root, page), 'utf8')),
  );
  expect(wordless).toEqual([]);
});

it('the images of README.md and docs/ are small, because every clone keeps each version of each picture', () => {
  const sizes = images.map((path) => ({ path, size: statSync(join(root, path)).size }));
  expect(sizes.filter(({ size }) => size > 80 * kilobyte)).toEqual([]);
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(700 * kilobyte);
});
