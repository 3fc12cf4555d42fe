import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './commands.ts';
import type { Log } from './server.ts';

/**
 * A file beside a server's data while it runs: its pid and the pid of the process that started it, then on a line of its own
 * a part of the server's command line.
 */
interface PidFile {
  readonly path: string;
  write(pid: number, mark: string): Promise<void>;
  remove(): Promise<void>;
}

export const pidFile = (path: string): PidFile => ({
  path,
  write: (pid, mark) => writeFile(path, `${pid} ${process.pid}\n${mark}\n`),
  remove: () => rm(path, { force: true }),
});

/** A process's parent pid and command line; undefined if it has ended or is a zombie. */
export async function inspect(pid: number): Promise<{ parent: number; command: string } | undefined> {
  if (!isAlive(pid)) return undefined;
  try {
    if (process.platform === 'linux') {
      const [stat, command] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
      ]);
      // Field 2 is the program's name in parentheses, which may itself contain spaces and parentheses.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? undefined : { parent: Number(parent), command: command.replaceAll('\0', ' ') };
    }
    const line = (await run('ps', ['-o', 'ppid=,command=', '-p', String(pid)])).trim();
    const gap = line.indexOf(' ');
    return { parent: Number(line.slice(0, gap)), command: line.slice(gap + 1) };
  } catch {
    return undefined;
  }
}

/** Polls every 50 ms until the process has ended; false if it still runs after `timeoutMs`. */
export async function untilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while ((await inspect(pid)) !== undefined) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

/** Sends a signal; does nothing if the process has ended meanwhile, for example because its watchdog stopped it. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface LeftoverOptions {
  readonly name: string;
  readonly file: PidFile;
  readonly signal: NodeJS.Signals;
  readonly log: Log;
}

/**
 * Stops a server that an earlier run left running on the same data; true if there was one. Rejects if the process that started it still runs: the
 * data is in use then.
 */
export async function stopLeftover({ name, file, signal, log }: LeftoverOptions): Promise<boolean> {
  const text = await readFile(file.path, 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const [pids = '', mark = ''] = text.split('\n');
  const [pid = 0, owner = 0] = pids.split(' ').map(Number);
  // The pid may belong to another process by now.
  const leftover = pid > 0 && mark !== '' ? await inspect(pid) : undefined;
  const found = leftover?.command.includes(mark) === true;
  if (found) {
    // When the owner ends, the kernel gives the server another parent: a reused pid of the owner cannot be mistaken for it.
    if (leftover.parent === owner)
      throw new Error(
        `${name} already runs in ${dirname(file.path)} (process ${pid}, started by process ${owner})`,
      );
    log(`${name}: stopping process ${pid}, left behind by an earlier run`);
    signalTo(pid, signal);
    // A process that was stopped with SIGSTOP acts on the signal only once it continues.
    signalTo(pid, 'SIGCONT');
    if (!(await untilGone(pid, 10_000))) {
      signalTo(pid, 'SIGKILL');
      await untilGone(pid, 5_000);
    }
  }
  await file.remove();
  return found;
}

/** Whether a process has this pid, one of another user included. A zombie counts. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
