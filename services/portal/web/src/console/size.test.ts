import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly isDynamicEntry?: true }
  >
>;

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/console.json`, 'utf8')) as Manifest;

/** The keys of a script and of all that it imports. */
function closureOf(key: string, keys = new Set<string>()): Set<string> {
  if (keys.has(key)) return keys;
  keys.add(key);
  for (const imported of manifest[key]?.imports ?? []) closureOf(imported, keys);
  return keys;
}

/** Bytes of the scripts, compressed. */
const bytesOf = (keys: Iterable<string>): number =>
  [...keys].reduce((sum, key) => sum + statSync(`${dist}${manifest[key]?.file}.br`).size, 0);

const pages = Object.keys(manifest).filter(
  (key) => manifest[key]?.isDynamicEntry && key.startsWith('src/console/pages/'),
);

it('the console has a script for each page', () => expect(pages.length).toBeGreaterThan(10));

/** Of the scripts that are fetched before a page is drawn. */
const bytesAt = (page: string): number => bytesOf(closureOf(page, closureOf('console.html')));

it.each(pages)('the scripts of the console for %s are less than 215 kB', (page) => {
  expect(bytesAt(page)).toBeLessThan(215_000);
});

it('the list of integrations needs no dialogs, and less than 130 kB', () => {
  expect(bytesAt('src/console/pages/integrations/integrations-page.tsx')).toBeLessThan(130_000);
});
