import type { Instance } from '../instance-lock.ts';
import type { StackFolder } from './folder.ts';
import { runningAt } from './progress.ts';
import type { ProcessState } from './stack.ts';
import { requestStates } from './state.ts';

export interface MendOptions {
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
export async function mend({ folder, running, print, timeoutMs = 60_000 }: MendOptions): Promise<number> {
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
