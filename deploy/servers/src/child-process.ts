import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidFile, stopLeftover } from './pid-file.ts';
import type { Exit, Log, Server } from './server.ts';

interface Program {
  /** Also the base name of its log and pid file in `directory`. */
  readonly name: string;
  readonly directory: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process, or the whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default true. */
  readonly inheritEnvironment?: boolean;
  /** The working directory. Default: `directory`. */
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** A part of its command line. It tells the process from a later one with the same pid. */
  readonly mark: string;
  /** The signal for a clean shutdown. */
  readonly stopSignal: NodeJS.Signals;
  /** Runs before each start, after a process that an earlier run left behind was stopped. */
  readonly beforeStart?: () => Promise<void>;
  /** Whether it accepts requests. Polled every 50 ms after the start. */
  readonly answers: (pid: number) => Promise<boolean>;
  /** Default 60 s. */
  readonly startTimeoutMs?: number;
  /** `stop` kills the process after this time. Default 20 s. */
  readonly stopTimeoutMs?: number;
  /** Runs before SIGKILL, for a server that the signal does not reach (a container). Default: nothing. */
  readonly killWith?: () => Promise<void>;
  readonly log: Log;
  /** Called when it ended without `stop` or `kill`. Default: one line to `log`. */
  readonly onEnd?: ((exit: Exit) => void) | undefined;
}

export interface Supervised {
  readonly pid: number | undefined;
  /** Starts it without waiting until it answers. From then on `onEnd` is called when it ends by itself. */
  launch(): Promise<void>;
  /** Whether it runs and accepts requests. */
  answers(): Promise<boolean>;
  /** The last lines that it has written to its log since its last start. */
  lastLines(): Promise<string>;
  /** Starts it and waits until it answers; rejects, and calls no `onEnd`, if it ends before. */
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** A server that is a supervised process, with what callers know about it. */
export const serverOf = <Facts extends Pick<Server, 'origin' | 'describe'>>(
  supervised: Supervised,
  facts: Facts,
): Facts & Server => ({
  ...facts,
  get pid() {
    return supervised.pid;
  },
  start: () => supervised.start(),
  stop: () => supervised.stop(),
  kill: () => supervised.kill(),
});

/** The last 15 lines of a log after byte `from`. */
const lastLines = async (path: string, from: number): Promise<string> =>
  (await readFile(path).catch(() => Buffer.alloc(0)))
    .subarray(from)
    .toString()
    .trimEnd()
    .split('\n')
    .slice(-15)
    .join('\n');

/**
 * Runs a server as a child process in a session of its own, so that Ctrl-C does not reach it: the caller stops it after its clients.
 * If this process ends in any other way, a watchdog process stops the server.
 */
export function supervise(program: Program): Supervised {
  const { name, directory, log, stopSignal, startTimeoutMs = 60_000, stopTimeoutMs = 20_000 } = program;
  const logPath = join(directory, `${name}.log`);
  const file = pidFile(join(directory, `${name}.pid`));
  let logStart = 0;
  /** While `expected`, the running `start`, `stop` or `kill` reports the end, not `onEnd`. */
  let running: { child: ChildProcess; exited: Promise<void>; expected: boolean } | undefined;
  /** A function, because the compiler does not see that `running` changes during an `await`. */
  const currently = () => running;
  const onEnd = program.onEnd ?? (() => log(`${name}: ended unexpectedly, see ${logPath}`));

  const launch = async (expected: boolean): Promise<number> => {
    await mkdir(directory, { recursive: true });
    await stopLeftover({ name, file, signal: stopSignal, log });
    await program.beforeStart?.();
    const output = await open(logPath, 'a');
    logStart = (await output.stat()).size;
    const child = spawn(program.command, program.args, {
      cwd: program.cwd ?? directory,
      env: { ...(program.inheritEnvironment === false ? {} : process.env), ...program.env },
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      ...(program.uid !== undefined && { uid: program.uid }),
      ...(program.gid !== undefined && { gid: program.gid }),
    });
    const exit = new Promise<Exit>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    );
    try {
      await once(child, 'spawn');
    } finally {
      await output.close();
    }
    const pid = child.pid as number;
    const watchdog = startWatchdog(pid, stopSignal);
    const afterExit = async (): Promise<void> => {
      const how = await exit;
      watchdog.dismiss();
      await file.remove();
      const unexpected = running?.expected === false;
      running = undefined;
      if (unexpected) onEnd(how);
    };
    running = { child, exited: afterExit(), expected };
    await file.write(pid, program.mark);
    return pid;
  };

  const kill = async (): Promise<void> => {
    if (running === undefined) return;
    running.expected = true;
    const { child, exited } = running;
    await program.killWith?.();
    child.kill('SIGKILL');
    await exited;
  };

  return {
    get pid() {
      return running?.child.pid;
    },
    async launch() {
      if (running !== undefined) return;
      await launch(false);
    },
    answers: async () => running?.child.pid !== undefined && (await program.answers(running.child.pid)),
    lastLines: () => lastLines(logPath, logStart),
    async start() {
      if (running !== undefined) return;
      const pid = await launch(true);
      const deadline = Date.now() + startTimeoutMs;
      for (;;) {
        const answered = await program.answers(pid);
        const current = currently();
        if (current === undefined)
          throw new Error(`${name} did not start:\n${await lastLines(logPath, logStart)}`);
        if (answered) {
          current.expected = false;
          return;
        }
        if (Date.now() > deadline) {
          await kill();
          throw new Error(
            `${name} did not answer within ${startTimeoutMs} ms:\n${await lastLines(logPath, logStart)}`,
          );
        }
        await sleep(50);
      }
    },
    async stop() {
      if (running === undefined) return;
      running.expected = true;
      const { child, exited } = running;
      child.kill(stopSignal);
      // A process that was stopped with SIGSTOP acts on the signal only once it continues.
      child.kill('SIGCONT');
      const timer = setTimeout(() => void kill(), stopTimeoutMs);
      await exited;
      clearTimeout(timer);
    },
    kill,
  };
}

/**
 * Waits on a pipe that only our process writes to. A line means that the server has ended. End of file means that our process has
 * ended: the watchdog then sends the server its signal (and SIGCONT, in case it was stopped), and SIGKILL after 10 s.
 */
const script = `
trap '' INT TERM HUP QUIT
if read -r _; then exit 0; fi
kill -s "$2" "$1" 2>/dev/null || exit 0
kill -s CONT "$1" 2>/dev/null
tries=0
while [ $tries -lt 100 ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL "$1" 2>/dev/null
exit 0
`;

interface Watchdog {
  /** Ends the watchdog; to be called when the watched process has ended. */
  dismiss(): void;
}

/** Stops the process `pid` when ours ends, even by SIGKILL. */
export function startWatchdog(pid: number, signal: NodeJS.Signals): Watchdog {
  const child = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid), signal.slice('SIG'.length)], {
    // In another session: Ctrl-C goes to every process of the terminal's foreground group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  // The open pipe must not keep our event loop alive.
  (child.stdin as unknown as { unref(): void }).unref();
  return { dismiss: () => child.stdin.end('\n') };
}
