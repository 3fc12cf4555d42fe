import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { cpuSeconds, parseStat, ticksOfTree } from './cpu.ts';

it('a line of /proc is read after the name of the program, whatever the name contains', () => {
  const line = '42 (a) b (c) S 7 42 42 0 -1 4194560 100 0 0 0 11 5 3 2 20 0 1 0 100 0 0';
  expect(parseStat(line)).toEqual({ pid: 42, parent: 7, ticks: 21 });
});

it('the time of a process includes that of all descendants and of nobody else', () => {
  const processes = [
    { pid: 1, parent: 0, ticks: 1_000 },
    { pid: 2, parent: 1, ticks: 1 },
    { pid: 3, parent: 2, ticks: 10 },
    { pid: 4, parent: 3, ticks: 100 },
    { pid: 5, parent: 1, ticks: 10_000 },
  ];
  expect(ticksOfTree(2, processes)).toBe(111);
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
