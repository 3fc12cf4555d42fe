import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canReach } from './postgres-user.ts';
import { createTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

const otherUser = { uid: 65_533, gid: 65_533 };
let directory: TemporaryDirectory;

beforeEach(async () => {
  directory = await createTemporaryDirectory();
});
afterEach(() => directory.remove());

it('another user reaches what lies below folders that let them pass', async () => {
  const inside = join(directory.path, 'a', 'b');
  await mkdir(inside, { recursive: true });
  expect(await canReach(inside, otherUser)).toBe(true);
  await chmod(join(directory.path, 'a'), 0o700);
  expect(await canReach(inside, otherUser)).toBe(false);
});

it('where there is no other user everything is reached', async () => {
  await chmod(directory.path, 0o700);
  expect(await canReach(directory.path, undefined)).toBe(true);
});
