import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGrantFile } from './simulators.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-grants-');
});
afterAll(() => folder.remove());

it('the grant file keeps the grants of each provider for the next process', () => {
  const path = join(folder.path, 'grants.json');
  const file = createGrantFile(path);
  expect(file.read('one')).toBeUndefined();
  const one = { live: ['a'], refresh: ['r'], revoked: false };
  const two = { live: [], refresh: [], revoked: true };
  file.write('one', one);
  file.write('two', two);
  const next = createGrantFile(path);
  expect([next.read('one'), next.read('two')]).toEqual([one, two]);
});

it('a damaged grant file is replaced by an empty one', async () => {
  const path = join(folder.path, 'damaged.json');
  await writeFile(path, '{');
  expect(createGrantFile(path).read('one')).toBeUndefined();
});
