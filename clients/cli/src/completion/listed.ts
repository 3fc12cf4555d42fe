import { createHash } from 'node:crypto';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '@patchbay/client';
import type { Completes } from '../command.ts';
import type { Context } from '../context.ts';
import { catalogue } from '../generated/catalogue.ts';
import { readJson, writeJson } from '../settings/folder.ts';
import type { Candidate } from './expected.ts';

const keepMs = 30_000;

function cacheFile(env: Readonly<Record<string, string | undefined>>): string {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    win32: join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'patchbay', 'cache'),
    darwin: join(homedir(), 'Library', 'Caches', 'patchbay'),
  };
  const folder = folders[platform()] ?? join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'patchbay');
  return join(folder, 'completion.json');
}

type Kept = Readonly<Record<string, { readonly at: number; readonly candidates: readonly Candidate[] }>>;

/** The answers of the last 30 seconds. A file that cannot be read has none. */
function kept(file: string, now: number): Kept {
  try {
    const all = (readJson(file) ?? {}) as Kept;
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Math.abs(now - at) < keepMs));
  } catch {
    return {};
  }
}

type Item = Readonly<Record<string, unknown>>;

/** The name of a thing, or its id if the name is not unique. */
function candidatesOf(items: readonly Item[]): Candidate[] {
  const nameOf = ({ slug, provider, email, name, id, status }: Item): unknown =>
    // An integration has a provider and a status; a provider is known by its value.
    slug ?? email ?? (provider !== undefined && status === undefined ? provider : (name ?? id));
  const names = items.map(nameOf);
  return items.map((item, index) => {
    const name = names[index];
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    // A name that starts with a dash would be parsed as a flag.
    const value = isUnique && !String(name).startsWith('-') ? name : item['id'];
    const described = [item['name'], item['provider'], item['role'], item['status']].filter(
      (text) => typeof text === 'string' && text !== value,
    );
    return { value: String(value), description: described.join(', ') };
  });
}

/** The things of a list of the API. Cached in a file for 30 seconds, without secrets. */
export async function listed(
  context: Context,
  { operationId: id }: Exclude<Completes, readonly string[] | 'files'>,
): Promise<readonly Candidate[]> {
  const operation = catalogue.find((one) => one.id === id);
  if (operation?.items === undefined) return [];
  const scope = { orgSlug: () => context.org, workspaceSlug: () => context.workspace };
  const input = Object.fromEntries(
    operation.pathParameters.map(({ name }) => [name, scope[name as keyof typeof scope]()]),
  );
  const { host, profileName, profile, io } = context;
  const caller = [host, profileName, profile.email, io.env['PATCHBAY_API_KEY'], io.env['PATCHBAY_TOKEN']];
  const key = createHash('sha256')
    .update(JSON.stringify([id, input, caller]))
    .digest('hex');
  const file = cacheFile(io.env);
  const found = kept(file, io.clock.now().getTime())[key];
  if (found) return found.candidates;
  const client = await context.client();
  const list = client[operation.id as OperationId] as (
    given: unknown,
  ) => Promise<Readonly<Record<string, readonly Item[]>>>;
  const answer = await list(input);
  const candidates = candidatesOf(answer[operation.items] ?? []);
  const at = io.clock.now().getTime();
  writeJson(file, { ...kept(file, at), [key]: { at, candidates } });
  return candidates;
}
