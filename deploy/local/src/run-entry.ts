import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface EntryOptions {
  /** The whole environment, apart from what Node itself is given. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args?: readonly string[];
}

/** Runs an entry point of a service, such as `services/audit/src/main-retain.ts`, on this terminal. Whether it ended with 0. */
export async function runEntry(path: string, { environment, args = [] }: EntryOptions): Promise<boolean> {
  const env = { NODE_COMPILE_CACHE: `${root}.cache/compile`, ...environment };
  const parameters = ['--conditions=patchbay-source', `${root}${path}`, ...args];
  const child = spawn(process.execPath, parameters, { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
