import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { nativeFiles } from './native-files.ts';

/** Loaded before the entry of every process (`node --import`). */
const telemetry = 'libs/telemetry/dist/start.js';

/**
 * Modules that cannot be resolved, and need not be: optional dependencies that are not used (a native client of Postgres, sockets of
 * a host that is not Node). Any other one would be missing in the image.
 */
const dispensable = /"(?:pg-native|cloudflare:sockets)"/;

/** Files for browsers: what they import is not for the program that serves them. They are large, so reading them would take seconds. */
const forBrowsers = /\/services\/(?:gateway\/assets|portal\/web\/dist)\//;

/** The code that is searched for imports; null: there is no such file. */
function codeOf(path: string): string | null {
  if (forBrowsers.test(path)) return '';
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** The programs of a service, compiled: `main.js`, and the commands beside it such as `main-migrate.js`. */
export async function entriesOf(root: string, service: string): Promise<string[]> {
  const folder = join('services', service, 'dist');
  const names = await readdir(join(root, folder)).catch(() => []);
  const entries = names.filter((name) => /^main(?:-[a-z-]+)?\.js$/.test(name)).toSorted();
  if (!entries.includes('main.js')) throw new Error(`${folder} has no main.js: run \`make build\` first`);
  return entries.map((name) => join(folder, name));
}

/** What a trace says about a file: which files load it. */
type Reasons = Awaited<ReturnType<typeof nodeFileTrace>>['reasons'];

/** The files that some files load, followed from file to file, and these files themselves. */
function reachableFrom(
  entries: readonly string[],
  loadedBy: ReadonlyMap<string, readonly string[]>,
): string[] {
  const found = new Set(entries);
  // A set that grows is walked to its end.
  for (const file of found) for (const loaded of loadedBy.get(file) ?? []) found.add(loaded);
  return [...found].toSorted();
}

function loadedByEach(reasons: Reasons): Map<string, string[]> {
  const loadedBy = new Map<string, string[]>();
  for (const [file, { parents }] of reasons)
    for (const parent of parents) {
      const loaded = loadedBy.get(parent);
      if (loaded === undefined) loadedBy.set(parent, [file]);
      else loaded.push(file);
    }
  return loadedBy;
}

/**
 * The files that the programs of each service can load, relative to the root: their modules, followed from import to import, and what
 * these name by `new URL(…, import.meta.url)`, such as migrations. Links of workspaces are among them, as links. One trace follows all
 * services, because they share most of their packages.
 */
export async function tracedFiles(
  root: string,
  services: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const entries = new Map<string, readonly string[]>();
  for (const service of services) entries.set(service, [...(await entriesOf(root, service)), telemetry]);
  const { reasons, warnings } = await nodeFileTrace(
    [...new Set([...entries.values()].flat())].map((file) => join(root, file)),
    {
      base: root,
      processCwd: root,
      // As Node resolves without further conditions: `dist`, not the sources.
      conditions: ['node', 'import', 'default'],
      readFile: async (path) => codeOf(path),
    },
  );
  const missing = [...warnings]
    .map(({ message }) => message)
    .filter((message) => message.startsWith('Failed to resolve'))
    .filter((message) => !dispensable.test(message));
  if (missing.length > 0) throw new Error(`the images would lack modules:\n${missing.join('\n')}`);
  const loadedBy = loadedByEach(reasons);
  const traced = new Map([...entries].map(([service, files]) => [service, reachableFrom(files, loadedBy)]));
  const native = await nativeFiles(root, [...new Set([...traced.values()].flat())]);
  if (native.length > 0)
    throw new Error(
      `the images would have files for one platform alone, and images are built for several:\n${native.join('\n')}`,
    );
  return traced;
}
