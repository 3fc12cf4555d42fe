import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StackFolder } from './folder.ts';
import type { ProcessState } from './stack.ts';

/** What the supervisor tells a `make up` that finds it running. */
export interface StackState {
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

export interface Answering {
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
export async function* requestStates(folder: StackFolder): AsyncGenerator<StackState> {
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
