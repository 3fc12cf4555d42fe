import type { Schemas } from '../../api/answer.ts';

type Listed = Pick<Schemas['Provider'], 'provider' | 'name' | 'authMethod' | 'connectFields'> & {
  readonly use: { readonly access: readonly string[]; readonly hasReadScope?: true };
};

/** The list of the integration service. Loaded by its address, because the pages are built without the services. */
const address = new URL('../../../../../integration/src/providers/index.ts', import.meta.url).href;

/** Every provider that can be connected, with the fields that its form has and what it can be asked for. */
export async function catalogue(): Promise<readonly Listed[]> {
  const { providers } = (await import(address)) as { providers: readonly Listed[] };
  return providers;
}
