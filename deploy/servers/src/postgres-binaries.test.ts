import { chmod, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canReach, createLibraryLinks } from './postgres-binaries.ts';
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

it('createLibraryLinks creates relative links to the library files, also when called twice at once', async () => {
  await install([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]);
  await Promise.all([createLibraryLinks(directory.path), createLibraryLinks(directory.path)]);
  await createLibraryLinks(directory.path);
  const link = join(directory.path, 'native', 'lib', 'libpq.so.5');
  expect(await readlink(link)).toBe('libpq.so.5.18');
  expect(await readFile(link, 'utf8')).toBe('library');
});

it('createLibraryLinks rejects if a link cannot be created', async () => {
  await install([{ source: 'native/lib/libpq.so.5.18', target: 'native/none/libpq.so.5' }]);
  await expect(createLibraryLinks(directory.path)).rejects.toMatchObject({ code: 'ENOENT' });
});

const otherUser = { uid: 65_533, gid: 65_533 };

it('another user cannot reach a folder below one that only its owner may enter', async () => {
  const inside = join(directory.path, 'a', 'b');
  await mkdir(inside, { recursive: true });
  expect(await canReach(inside, otherUser)).toBe(true);
  await chmod(join(directory.path, 'a'), 0o700);
  expect(await canReach(inside, otherUser)).toBe(false);
});

it('every folder can be reached if Postgres runs as the same user', async () => {
  await chmod(directory.path, 0o700);
  expect(await canReach(directory.path, undefined)).toBe(true);
});
