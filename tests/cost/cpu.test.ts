import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { cpuSeconds } from './cpu.ts';
import { descendantsOf, parseStat } from './processes.ts';

it('a line of /proc is read after the name of the program, whatever the name contains', () => {
  const line = '42 (a) b (c) S 7 42 42 0 -1 4194560 100 0 0 0 11 5 3 2 20 0 1 0 100 0 0';
  expect(parseStat(line)).toEqual({ pid: 42, parent: 7, ticks: 21 });
});

it('the descendants of a process are its children, theirs and so on, and nobody else', () => {
  const processes = [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
  ].map(([pid = 0, parent = 0]) => ({ pid, parent, ticks: 1 }));
  expect(descendantsOf(2, processes).map(({ pid }) => pid)).toEqual([3, 4]);
});

it.runIf(process.platform === 'linux')(
  'the time of a child counts while it runs and after it has ended',
  async () => {
    const before = cpuSeconds();
    const busy =
      'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end); console.log(1); process.stdin.resume()';
    const child = spawn(process.execPath, ['--eval', busy], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(cpuSeconds() - before).toBeGreaterThanOrEqual(0.25);
    child.stdin.end();
    await once(child, 'close');
    expect(cpuSeconds() - before).toBeGreaterThanOrEqual(0.25);
  },
);
