import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastInstance, releaseLock, runningInstance, takeLock } from './instance-lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-lock-'));
  path = join(folder, 'deep', 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

/** A lock file of a process that has ended, and whose pid another process has now. */
const writeStale = async (file: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(file, JSON.stringify({ pid: process.pid, startedAt: 'another time', address: 'a' }));
};

describe('the lock of an instance', () => {
  it('a lock can be taken once, and a second taker learns who holds it', async () => {
    expect(await takeLock(path, 'http://localhost:3000')).toBeUndefined();
    expect(await takeLock(path, 'http://localhost:3001')).toMatchObject({
      pid: process.pid,
      address: 'http://localhost:3000',
    });
  });

  it('a released lock can be taken again', async () => {
    await takeLock(path, 'a');
    await releaseLock(path);
    expect(await runningInstance(path)).toBeUndefined();
    expect(await lastInstance(path)).toBeUndefined();
    expect(await takeLock(path, 'b')).toBeUndefined();
  });

  it('the lock of a process that ended is free, also if its pid was reused', async () => {
    await writeStale(`${path}.7`);
    expect(await runningInstance(path)).toBeUndefined();
    expect(await lastInstance(path)).toMatchObject({ address: 'a' });
    expect(await takeLock(path, 'b')).toBeUndefined();
    expect(await runningInstance(path)).toMatchObject({ address: 'b' });
    expect(await readdir(dirname(path))).toEqual(['lock.8']);
  });

  it('a lock file of an earlier version counts while its process runs', async () => {
    await takeLock(join(folder, 'other'), 'a');
    await mkdir(dirname(path));
    await writeFile(path, JSON.stringify(await runningInstance(join(folder, 'other'))));
    expect(await takeLock(path, 'b')).toMatchObject({ address: 'a' });
  });

  it.each(['', '{"pid":12', 'null', '[]', '{"pid":"1","startedAt":"2","address":"c"}', '{"pid":-1}'])(
    'the lock of an instance is free if its file holds %j',
    async (garbage) => {
      await mkdir(dirname(path));
      await writeFile(path, garbage);
      await writeFile(`${path}.1`, garbage);
      expect(await runningInstance(path)).toBeUndefined();
      expect(await takeLock(path, 'b')).toBeUndefined();
      expect(await runningInstance(path)).toMatchObject({ address: 'b' });
    },
  );

  it('exactly one of several processes gets the lock of a dead holder', async () => {
    await writeStale(`${path}.7`);
    const script = `
      import { takeLock } from ${JSON.stringify(new URL('./instance-lock.ts', import.meta.url).href)};
      process.stdin.once('data', async () => {
        const other = await takeLock(${JSON.stringify(path)}, 'address of ' + process.pid);
        process.stdout.write(other === undefined ? 'taken' : other.address);
        process.stdout.end();
      });
      process.stderr.write('ready');`;
    const processes = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--conditions=patchbay-source', '--input-type=module', '-e', script]),
    );
    try {
      await Promise.all(processes.map((each) => once(each.stderr, 'data')));
      const answers = processes.map((each) => text(each.stdout));
      for (const each of processes) each.stdin.write('go');
      const outcomes = await Promise.all(answers);
      const winner = processes[outcomes.indexOf('taken')];
      expect(outcomes.toSorted()).toEqual([...Array(3).fill(`address of ${winner?.pid}`), 'taken']);
    } finally {
      for (const each of processes) each.kill('SIGKILL');
    }
  });
});
