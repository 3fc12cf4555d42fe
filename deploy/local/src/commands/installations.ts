import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { roleUrl } from '@patchbay/database/provision';
import { runningPostgres } from '@patchbay/servers/postgres';
import { logVariables } from '@patchbay/service/variables';
import { dataDirectory, variables as local } from '../embedded/config.ts';
import { runningInstance } from '../instance-lock.ts';
import { readSecrets, type Secrets } from '../secrets.ts';
import { variables as stack } from '../up/config.ts';
import { runFolder } from '../up/folder.ts';

/** The variables by which every command finds what runs. */
export const installationVariables = {
  DATA_DIR: local.DATA_DIR,
  RUN_DIR: stack.RUN_DIR,
  DATABASE_URL: stack.DATABASE_URL,
  ...logVariables,
};

interface Folders {
  readonly DATA_DIR: string;
  readonly RUN_DIR: string;
}

/** What `make start` or `make up` keeps in this checkout. */
interface Installation {
  readonly command: 'make start' | 'make up';
  readonly lock: string;
  /** The file of its secrets. */
  readonly secrets: string;
  /** The folder of the Postgres that it starts. */
  readonly postgres: string;
}

export function installations({ DATA_DIR, RUN_DIR }: Folders): readonly Installation[] {
  const [data, stackFolder] = [dataDirectory(DATA_DIR), runFolder(RUN_DIR)];
  return [
    { command: 'make start', ...data, postgres: join(data.path, 'postgres') },
    { command: 'make up', ...stackFolder, postgres: join(stackFolder.servers, 'postgres') },
  ];
}

/** An installation whose processes run now. */
export interface Running extends Pick<Installation, 'command' | 'lock'> {
  readonly secrets: Secrets;
  /** Its Postgres, as a role that may do everything. */
  readonly adminUrl: string;
  /** The same as the role of a service. */
  readonly urlOf: (role: string) => string;
}

/** `databaseUrl` is DATABASE_URL. */
async function open(installation: Installation, databaseUrl: string | undefined): Promise<Running> {
  const { command, lock, postgres } = installation;
  const secrets = await readSecrets(installation.secrets);
  if (secrets === undefined) throw new Error(`${installation.secrets} is missing`);
  const adminUrl = databaseUrl || (await runningPostgres(postgres));
  if (adminUrl === undefined)
    throw new Error(
      `\`${command}\` runs, but no Postgres in ${postgres}: set DATABASE_URL as it was set for \`${command}\``,
    );
  const urlOf = (role: string) => roleUrl(adminUrl, { role, password: secrets.rolePassword });
  return { command, lock, secrets, adminUrl, urlOf };
}

async function findRunning(folders: Folders): Promise<readonly Installation[]> {
  const all = installations(folders);
  const running = await Promise.all(all.map(({ lock }) => runningInstance(lock)));
  return all.filter((_, index) => running[index] !== undefined);
}

const nothingRuns = 'Nothing is running: `make start` (in another terminal) or `make up` first.';

/** Prints why a command did not do its work, and returns its exit code. */
export const fail = (message: string, code = 1): number => {
  process.stderr.write(`${message}\n`);
  return code;
};

/** Works on what runs, one installation after the other. Resolves with the exit code: 0 if `work` resolved with true for each. */
export async function onEachRunning(
  folders: Folders,
  databaseUrl: string | undefined,
  work: (running: Running) => Promise<boolean>,
): Promise<number> {
  const running = await findRunning(folders);
  if (running.length === 0) return fail(nothingRuns);
  let isComplete = true;
  for (const installation of running) {
    const isDone = await work(await open(installation, databaseUrl));
    isComplete &&= isDone;
  }
  return isComplete ? 0 : 1;
}

/** The installation that runs, or why there is not exactly one. */
export async function onlyRunning(
  folders: Folders,
  databaseUrl: string | undefined,
): Promise<Running | string> {
  const [installation, another] = await findRunning(folders);
  if (installation === undefined) return nothingRuns;
  if (another !== undefined)
    return `Both \`${installation.command}\` and \`${another.command}\` run: stop one of them.`;
  return open(installation, databaseUrl);
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

interface EntryOptions {
  /** The whole environment, apart from what Node itself is given. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args?: readonly string[];
}

/** Runs an entry point of a service, such as `services/audit/src/main-retain.ts`, on this terminal. Resolves with its exit code. */
export async function runEntry(path: string, { environment, args = [] }: EntryOptions): Promise<number> {
  const env = { NODE_COMPILE_CACHE: `${root}.cache/compile`, ...environment };
  const parameters = ['--conditions=patchbay-source', `${root}${path}`, ...args];
  const child = spawn(process.execPath, parameters, { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
