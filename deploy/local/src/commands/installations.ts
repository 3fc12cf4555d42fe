import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningPostgres } from '@patchbay/servers/postgres';
import { dataDirectory } from '../embedded/config.ts';
import { runningInstance } from '../instance-lock.ts';
import { runFolder } from '../up/folder.ts';

/** What `make start` or `make up` keeps in this checkout. */
export interface Installation {
  readonly command: 'make start' | 'make up';
  readonly lock: string;
  readonly secrets: string;
  /** The folder of the Postgres that it starts. */
  readonly postgres: string;
}

export function installations(dataDir: string, runDir: string): readonly Installation[] {
  const [data, stack] = [dataDirectory(dataDir), runFolder(runDir)];
  return [
    { command: 'make start', ...data, postgres: join(data.path, 'postgres') },
    { command: 'make up', ...stack, postgres: join(stack.servers, 'postgres') },
  ];
}

/** Those whose processes run now. */
export async function runningOf(all: readonly Installation[]): Promise<readonly Installation[]> {
  const running = await Promise.all(all.map(({ lock }) => runningInstance(lock)));
  return all.filter((_, index) => running[index] !== undefined);
}

/** The Postgres of a running installation, as a role that may do everything; `given` is DATABASE_URL. */
export async function postgresOf(
  { command, postgres }: Installation,
  given: string | undefined,
): Promise<string> {
  const url = given || (await runningPostgres(postgres));
  if (url !== undefined) return url;
  throw new Error(
    `\`${command}\` runs, but no Postgres in ${postgres}: set DATABASE_URL as it was set for \`${command}\``,
  );
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

interface EntryOptions {
  /** The whole environment, apart from what Node itself is given. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args?: readonly string[];
}

/** Runs an entry point of a service, such as `services/audit/src/main-retain.ts`, on this terminal. Resolves with its exit code. */
export async function codeOfEntry(path: string, { environment, args = [] }: EntryOptions): Promise<number> {
  const env = { NODE_COMPILE_CACHE: `${root}.cache/compile`, ...environment };
  const parameters = ['--conditions=patchbay-source', `${root}${path}`, ...args];
  const child = spawn(process.execPath, parameters, { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Whether the entry point ended with 0. */
export const runEntry = async (path: string, options: EntryOptions): Promise<boolean> =>
  (await codeOfEntry(path, options)) === 0;
