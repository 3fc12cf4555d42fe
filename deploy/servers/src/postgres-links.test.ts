import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLibraryLinks } from './postgres-links.ts';
import { createTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await createTemporaryDirectory();
});
afterEach(() => directory.remove());

const install = async (links: readonly { source: string; target: string }[]): Promise<void> => {
  const lib = join(directory.path, 'native', 'lib');
  await mkdir(lib, { recursive: true });
  await writeFile(join(lib, 'libpq.so.5.18'), 'library');
  await writeFile(join(directory.path, 'native', 'pg-symlinks.json'), JSON.stringify(links));
};

it('links libraries to their files, relative to the folder, as often as it is asked', async () => {
  await install([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]);
  await Promise.all([createLibraryLinks(directory.path), createLibraryLinks(directory.path)]);
  await createLibraryLinks(directory.path);
  const link = join(directory.path, 'native', 'lib', 'libpq.so.5');
  expect(await readlink(link)).toBe('libpq.so.5.18');
  expect(await readFile(link, 'utf8')).toBe('library');
});

it('says when a link cannot be created', async () => {
  await install([{ source: 'native/lib/libpq.so.5.18', target: 'native/none/libpq.so.5' }]);
  await expect(createLibraryLinks(directory.path)).rejects.toMatchObject({ code: 'ENOENT' });
});
