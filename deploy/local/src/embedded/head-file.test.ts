import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHeadFile } from './head-file.ts';

let folder: TemporaryDirectory;
let path: string;
beforeEach(async () => {
  folder = await createTemporaryDirectory('patchbay-heads-');
  path = join(folder.path, 'heads.ndjson');
});
afterEach(() => folder.remove());

const publish = (...lines: string[]) =>
  createHeadFile(path).publish(
    'topic',
    lines.map((line) => ({ key: 'a', value: Buffer.from(line), headers: {} })),
  );
const text = () => readFile(path, 'utf8');

it('the head file has one line for each head, and only its owner may read it', async () => {
  await publish('1', '2');
  await publish('3');
  expect(await text()).toBe('1\n2\n3\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it.each([
  ['1\n2\n{"half', '1\n2\n'],
  ['{"half', ''],
  [`1\n${'x'.repeat(200_000)}`, '1\n'],
])('the head file continues after its last whole line', async (before, kept) => {
  await writeFile(path, before);
  await publish('3');
  expect(await text()).toBe(`${kept}3\n`);
});
