import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DataDirectory } from '@patchbay/local/embedded/config';
import { pidFile, stopLeftover } from '@patchbay/servers/pid-file';

/** What the file `demo.json` in the folder says: the sample data is being made, or is there as a whole. */
type State = 'begun' | 'complete';

const markOf = ({ path }: DataDirectory): string => join(path, 'demo.json');

/** By a rename: a demo that is killed here leaves the old mark or the new one, never half of it. */
async function write(data: DataDirectory, state: State): Promise<void> {
  await writeFile(`${markOf(data)}.part`, JSON.stringify({ state }));
  await rename(`${markOf(data)}.part`, markOf(data));
}

/** What is in the folder, without the lock, which this process holds, and the mark. */
async function contentOf(data: DataDirectory): Promise<string[]> {
  const names = await readdir(data.path);
  return names.filter(
    (name) => !name.startsWith(basename(data.lock)) && !name.startsWith(basename(markOf(data))),
  );
}

async function stateOf(data: DataDirectory): Promise<State | undefined> {
  try {
    return (JSON.parse(await readFile(markOf(data), 'utf8')) as { state: State }).state;
  } catch {
    return undefined;
  }
}

/** Deletes everything but the mark, so that a demo that is killed meanwhile is begun anew too. Stops a Postgres that a killed one has left. */
async function empty(data: DataDirectory, log: (line: string) => void): Promise<void> {
  const file = pidFile(join(data.path, 'postgres', 'postgres.pid'));
  await stopLeftover({ name: 'postgres', file, signal: 'SIGINT', log });
  const names = await contentOf(data);
  await Promise.all(names.map((name) => rm(join(data.path, name), { recursive: true, force: true })));
}

/**
 * Whether the folder has all of the sample data. What an interrupted demo has left is deleted: its steps build on each other, and
 * to begin anew takes seconds. A folder with data that no demo has made is refused, because people and mails of the demo do not belong there.
 */
export async function openDemoFolder(data: DataDirectory, print: (line: string) => void): Promise<boolean> {
  await mkdir(data.path, { recursive: true });
  const state = await stateOf(data);
  if (state === 'complete') return true;
  if (state === undefined && (await contentOf(data)).length > 0)
    throw new Error(`${data.path} has data that no demo has made: set DATA_DIR to another folder`);
  if (state === 'begun') {
    print('the sample data was not completed the last time: it is made anew');
    await empty(data, print);
  }
  await write(data, 'begun');
  return false;
}

export const completeDemoFolder = (data: DataDirectory): Promise<void> => write(data, 'complete');
