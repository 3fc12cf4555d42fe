import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { startChild } from './child.ts';

/** The provider whose integrations are measured: a login and a verification are one request each. */
export const provider = 'criteo';

export interface Simulated {
  /** For the integration service. */
  readonly providersFile: string;
  /** What a client types into the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Where the provider's API is. */
  readonly api: string;
}

type Installations = Readonly<Record<string, { readonly endpoints: Readonly<Record<string, string>> }>>;

export async function startSimulator(directory: string): Promise<Simulated> {
  const child = await startChild({
    name: 'simulated providers',
    command: process.execPath,
    parameters: [
      '--conditions=patchbay-source',
      fileURLToPath(new URL('./simulator-process.ts', import.meta.url)),
    ],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production' },
    ipc: true,
  });
  const [installations] = (await once(child.process, 'message', { signal: AbortSignal.timeout(30_000) })) as [
    Installations,
  ];
  const providersFile = join(directory, 'providers.json');
  await writeFile(providersFile, JSON.stringify(installations));
  const [api] = Object.values(installations[provider]?.endpoints ?? {});
  const way = createSimulators().find((each) => each.provider === provider)?.ways[0];
  if (api === undefined || way === undefined) throw new Error(`there is no simulator of ${provider}`);
  return { providersFile, api, fields: way.fields };
}
