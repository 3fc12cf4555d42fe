import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect, pidFile, stopLeftover } from './pid-file.ts';
import { createTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

describe('what an earlier run left on the same data', () => {
  let directory: TemporaryDirectory;
  let server: ChildProcess;
  const lines: string[] = [];

  const end = () => {
    const file = pidFile(join(directory.path, 'server.pid'));
    return stopLeftover({ name: 'server', file, signal: 'SIGTERM', log: (line) => lines.push(line) });
  };
  const writePidFile = (owner: number, mark = directory.path) =>
    writeFile(join(directory.path, 'server.pid'), `${server.pid} ${owner}\n${mark}\n`);

  beforeEach(async () => {
    lines.length = 0;
    directory = await createTemporaryDirectory();
    server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', directory.path]);
    await once(server, 'spawn');
  });
  afterEach(async () => {
    server.kill('SIGKILL');
    await directory.remove();
  });

  it('a server is stopped and logged if the process that started it is gone', async () => {
    // The pid file names another owner than the server's parent, as for an orphan.
    await writePidFile(process.ppid);
    await end();
    // Not `isAlive`: the process may be a zombie until Node has noticed its end.
    expect(await inspect(server.pid as number)).toBeUndefined();
    expect(lines).toEqual([`server: stopping process ${server.pid}, left behind by an earlier run`]);
  });

  it('a server is recognized by the part of its command line in the pid file', async () => {
    await writePidFile(process.ppid, '/some/other/data');
    expect(await end()).toBe(false);
    expect(await inspect(server.pid as number)).toBeDefined();
    await writePidFile(process.ppid, directory.path);
    expect(await end()).toBe(true);
    expect(await inspect(server.pid as number)).toBeUndefined();
  });

  it('a server that was suspended with SIGSTOP is stopped', async () => {
    const ended = once(server, 'exit');
    server.kill('SIGSTOP');
    await writePidFile(process.ppid);
    await end();
    // Not SIGKILL: it continued and acted on the signal.
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('a server is left alone while the process that started it runs', async () => {
    await writePidFile(process.pid);
    await expect(end()).rejects.toThrow(`server already runs in ${directory.path}`);
    expect(await inspect(server.pid as number)).toMatchObject({ parent: process.pid });
  });

  it('another program that got the pid later is left alone', async () => {
    await writePidFile(process.ppid, '/some/other/data');
    await end();
    expect(await inspect(server.pid as number)).toBeDefined();
    expect(lines).toEqual([]);
  });
});
