import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { createRandom } from '../random.ts';
import { stallProcesses } from './stalls.ts';

it.runIf(process.platform === 'linux')(
  'what a process has started is stopped, and goes on when the stalls end',
  async () => {
    const child = spawn(process.execPath, ['--eval', 'process.stdin.on("data", () => console.log(1))']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ending = new AbortController();
    const sent: [number, string][] = [];
    const stalls = await stallProcesses({
      root: process.pid,
      random: createRandom(1),
      signal: ending.signal,
      kill(pid, signal) {
        process.kill(pid, signal);
        sent.push([pid, signal]);
        if (pid === child.pid) ending.abort();
      },
    });
    expect(stalls).toBe(sent.length / 2);
    expect(sent.slice(-2)).toEqual([
      [child.pid, 'SIGSTOP'],
      [child.pid, 'SIGCONT'],
    ]);
    child.stdin.write('go on');
    await once(child.stdout, 'data');
  },
);
