import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endLeftover, pidFile } from './leftover.ts';
import type { Log } from './server.ts';
import { startWatchdog } from './watchdog.ts';

export interface Program {
  /** Also the name of its log and pid file in `directory`. */
  readonly name: string;
  readonly directory: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
  /** A part of its command line, to tell it from a process that was given its pid later. */
  readonly mark: string;
  /** What makes it shut down in order. */
  readonly stopSignal: NodeJS.Signals;
  /** Once what an earlier run left has been dealt with. */
  readonly beforeStart?: () => Promise<void>;
  /** Whether it answers. Asked every 50 ms after the start. */
  readonly answers: (pid: number) => Promise<boolean>;
  /** Default 60 s. */
  readonly startTimeoutMs?: number;
  /** After this it is killed. Default 20 s. */
  readonly stopTimeoutMs?: number;
  /** How it is killed where a signal to the process we started does not reach the server. Default SIGKILL. */
  readonly killWith?: () => Promise<void>;
  readonly log: Log;
}

export interface Supervised {
  readonly pid: number | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** What it wrote since byte `from` of its log, the end of it. */
const lastLines = async (path: string, from: number): Promise<string> =>
  (await readFile(path).catch(() => Buffer.alloc(0)))
    .subarray(from)
    .toString()
    .trimEnd()
    .split('\n')
    .slice(-15)
    .join('\n');

/**
 * Runs a server as a child of ours. It has a session of its own, so that Ctrl-C reaches us and not the server: whoever
 * started it stops it, after its clients. It never outlives us: a watchdog sees to that.
 */
export function supervise(program: Program): Supervised {
  const { name, directory, log, stopSignal, startTimeoutMs = 60_000, stopTimeoutMs = 20_000 } = program;
  const logPath = join(directory, `${name}.log`);
  const file = pidFile(join(directory, `${name}.pid`));
  let logStart = 0;
  let running: { child: ChildProcess; gone: Promise<void>; expected: boolean } | undefined;

  const launch = async (): Promise<number> => {
    const output = await open(logPath, 'a');
    logStart = (await output.stat()).size;
    const child = spawn(program.command, program.args, {
      cwd: directory,
      env: { ...process.env, ...program.env },
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      ...(program.uid !== undefined && { uid: program.uid }),
      ...(program.gid !== undefined && { gid: program.gid }),
    });
    const exit = new Promise((resolve) => child.once('exit', resolve));
    try {
      await once(child, 'spawn');
    } finally {
      await output.close();
    }
    const pid = child.pid as number;
    const watchdog = startWatchdog(pid, stopSignal);
    const untilEnd = async (): Promise<void> => {
      await exit;
      watchdog.dismiss();
      if (running?.expected === false) log(`${name}: ended unexpectedly, see ${logPath}`);
      running = undefined;
      await file.remove();
    };
    running = { child, gone: untilEnd(), expected: true };
    await file.write(pid);
    return pid;
  };

  const kill = async (): Promise<void> => {
    if (running === undefined) return;
    running.expected = true;
    const { child, gone } = running;
    await program.killWith?.();
    child.kill('SIGKILL');
    await gone;
  };

  return {
    get pid() {
      return running?.child.pid;
    },
    async start() {
      if (running !== undefined) return;
      await mkdir(directory, { recursive: true });
      await endLeftover({ name, file, mark: program.mark, signal: stopSignal, log });
      await program.beforeStart?.();
      const pid = await launch();
      const deadline = Date.now() + startTimeoutMs;
      while (!(await program.answers(pid))) {
        if (running === undefined)
          throw new Error(`${name} did not start:\n${await lastLines(logPath, logStart)}`);
        if (Date.now() > deadline) {
          await kill();
          throw new Error(
            `${name} did not answer within ${startTimeoutMs} ms:\n${await lastLines(logPath, logStart)}`,
          );
        }
        await sleep(50);
      }
      if (running !== undefined) (running as { expected: boolean }).expected = false;
    },
    async stop() {
      if (running === undefined) return;
      running.expected = true;
      const { child, gone } = running;
      child.kill(stopSignal);
      const timer = setTimeout(() => void kill(), stopTimeoutMs);
      await gone;
      clearTimeout(timer);
    },
    kill,
  };
}
