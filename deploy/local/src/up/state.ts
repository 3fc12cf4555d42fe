import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../instance-lock.ts';
import type { StackFolder } from './folder.ts';
import { portsFrom } from './ports.ts';
import type { ProcessState } from './stack.ts';

/** What the supervisor tells a `make up` that finds it running. */
interface StackState {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Undefined while the servers are being started for the first time. */
  readonly processes: readonly ProcessState[] | undefined;
}

const pollMs = 250;

async function writeState(path: string, state: StackState): Promise<void> {
  await writeFile(`${path}.partial`, JSON.stringify(state));
  await rename(`${path}.partial`, path);
}

const readState = async (path: string): Promise<StackState | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as StackState);
};

interface Answering {
  /** Starts at once what waits for its next attempt. */
  startNow(): void;
  states(): Promise<readonly ProcessState[]>;
}

/**
 * For the supervisor: whenever the request file appears, deletes it, calls `startNow` and writes the states, and again every
 * 250 ms until every process is ready or 90 s have passed, which is longer than `make up` waits. A file and not a signal: a signal ends a supervisor that does
 * not handle it.
 */
export function answerRequests(folder: StackFolder, stack: () => Answering | undefined): void {
  let answerUntil = 0;
  const round = async (): Promise<void> => {
    const requested = await rm(folder.request).then(
      () => true,
      () => false,
    );
    const current = stack();
    if (requested) {
      answerUntil = Date.now() + 90_000;
      current?.startNow();
    }
    if (Date.now() > answerUntil) return;
    const at = Date.now();
    const processes = await current?.states();
    await writeState(folder.state, { at, processes });
    if (processes?.every(({ trouble }) => trouble === undefined)) answerUntil = 0;
  };
  const loop = async (): Promise<void> => {
    for (;;) {
      await round().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
      await sleep(pollMs, undefined, { ref: false });
    }
  };
  void loop();
}

/** For `make up`: asks the supervisor to start what does not run. Yields each answer; ends when there is none for 10 s. */
async function* requestStates(folder: StackFolder): AsyncGenerator<StackState> {
  let last = Date.now();
  await writeFile(folder.request, '');
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += pollMs) {
    await sleep(pollMs);
    const state = await readState(folder.state);
    if (state === undefined || state.at < last) continue;
    last = state.at + 1;
    waitedMs = 0;
    yield state;
  }
}

interface StartMissingOptions {
  readonly folder: StackFolder;
  readonly running: Instance;
  readonly print: (line: string) => void;
  /** Default 60 s. */
  readonly timeoutMs?: number;
}

const times = (restarts: number): string =>
  restarts === 0 ? '' : `, started again ${restarts === 1 ? 'once' : `${restarts} times`}`;

const describeState = ({ name, pid, restarts, trouble }: ProcessState): string =>
  trouble ?? `${name}: ready, process ${pid}${times(restarts)}`;

/**
 * Asks a running supervisor to start at once what does not run, prints the state of each process and then what becomes ready.
 * Resolves with the exit code: 0 when every process is ready, 1 after the timeout.
 */
export async function startMissing({
  folder,
  running,
  print,
  timeoutMs = 60_000,
}: StartMissingOptions): Promise<number> {
  const deadline = Date.now() + timeoutMs;
  let missing: ReadonlySet<string> | undefined;
  for await (const { processes } of requestStates(folder)) {
    const troubled = processes?.filter(({ trouble }) => trouble !== undefined);
    if (processes !== undefined && troubled !== undefined) {
      const shown = missing;
      const news = processes.filter(
        ({ name, trouble }) => shown === undefined || (trouble === undefined && shown.has(name)),
      );
      for (const state of news) print(describeState(state));
      missing = new Set(troubled.map(({ name }) => name));
      if (missing.size === 0) {
        print(runningAt(running.address, undefined));
        return 0;
      }
    }
    if (Date.now() <= deadline) continue;
    print(`not ready after ${timeoutMs / 1_000} s:`);
    print(troubled?.map(describeState).join('\n') ?? 'the servers are still being started');
    return 1;
  }
  print(
    `Its supervisor, process ${running.pid}, does not answer; its log is ${folder.log}. \`make down\` and \`make up\` start it anew.`,
  );
  return 1;
}

/** What the supervisor sends to the `make up` that started it. */
export interface Progress {
  readonly line: string;
  /** Nothing more follows: `make up` returns, and the supervisor goes on. */
  readonly done?: 'ready' | 'not ready';
}

/** The supervisor's exit code if another one holds the lock of its folder. */
export const alreadyRunning = 3;

/** The port of the Portal follows that of the API. */
const pagesAt = (address: string): string =>
  `http://localhost:${portsFrom(Number(new URL(address).port)).services.portal.main}`;

/** The last line of `make up`. */
export const runningAt = (address: string, mailbox: string | undefined): string =>
  `\nPatchbay is running at ${address}. Its pages are at ${pagesAt(address)}. ${mailbox === undefined ? '' : `Mails are in ${mailbox}. `}\`make down\` stops it.`;
