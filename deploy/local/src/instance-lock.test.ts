import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseLock, runningInstance, takeLock } from './instance-lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-lock-'));
  path = join(folder, 'deep', 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the lock of an instance', () => {
  it('is taken once and tells who has it', async () => {
    expect(await takeLock(path, 'http://localhost:3000')).toBeUndefined();
    expect(await takeLock(path, 'http://localhost:3001')).toMatchObject({
      pid: process.pid,
      address: 'http://localhost:3000',
    });
  });

  it('is free again after its release', async () => {
    await takeLock(path, 'a');
    await releaseLock(path);
    expect(await runningInstance(path)).toBeUndefined();
    expect(await takeLock(path, 'b')).toBeUndefined();
  });

  it('of a process that is gone, or whose pid another has now, does not count', async () => {
    await takeLock(path, 'a');
    await writeFile(path, JSON.stringify({ pid: process.pid, startedAt: 'another time', address: 'a' }));
    expect(await takeLock(path, 'b')).toBeUndefined();
    expect(await runningInstance(path)).toMatchObject({ address: 'b' });
  });
});
