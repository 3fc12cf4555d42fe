import { globSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { providers } from './index.ts';

const here = dirname(fileURLToPath(import.meta.url));
const source = dirname(here);

/** Production sources, without generated ones, the list and the folders of providers. */
const files = globSync('**/*.ts', { cwd: source })
  .filter((file) => !/\.(test|fixture)\.ts$|(^|\/)generated\//.test(file))
  .filter((file) => !/^providers\/(index\.ts$|[^/]+\/)/.test(file));

it('no provider is named outside its folder and the list', () => {
  const named = files.flatMap((file) => {
    const text = readFileSync(`${source}/${file}`, 'utf8');
    return providers
      .filter(({ provider, name }) => new RegExp(`\\b${provider}\\b`).test(text) || text.includes(name))
      .map(({ provider }) => `${provider} in ${relative(source, `${source}/${file}`)}`);
  });
  expect(files.length).toBeGreaterThan(10);
  expect(named).toEqual([]);
});

it('no provider is named in the folder of another', () => {
  const named = providers.flatMap(({ provider: owner }) =>
    globSync(`${owner}/*.ts`, { cwd: here }).flatMap((file) => {
      const text = readFileSync(`${here}/${file}`, 'utf8');
      return providers
        .filter(({ provider }) => provider !== owner && new RegExp(`\\b${provider}\\b`).test(text))
        .map(({ provider }) => `${provider} in ${file}`);
    }),
  );
  expect(named).toEqual([]);
});
