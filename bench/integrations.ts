import { benchClaims } from './claims.ts';
import type { Sql } from './database.ts';
import { startBareExchanges } from './exchange.ts';
import { benchAttempts } from './integration-attempts.ts';
import { benchIntegrationLists } from './integration-lists.ts';
import { createIntegrations, createWorkspace } from './integration-seeds.ts';
import type { LoadGenerator } from './load.ts';
import type { Kind } from './rounds.ts';
import type { SignedIn } from './session.ts';
import type { Settings } from './settings.ts';
import type { Simulated } from './simulator.ts';
import type { Stack } from './stack.ts';

export interface IntegrationBench {
  readonly sql: Sql;
  readonly stack: Stack;
  readonly postgres: { readonly url: string };
  readonly simulated: Simulated;
  readonly signedIn: SignedIn;
  readonly meters: Pick<Kind, 'processes' | 'servers'>;
  readonly load: LoadGenerator;
  readonly settings: Settings;
  readonly directory: string;
}

/** Measures lists of integrations, connects by form, verifications in the background and the search for what is due. */
export async function benchIntegrations(bench: IntegrationBench): Promise<void> {
  const { stack, signedIn, postgres } = bench;
  process.stderr.write('integrations\n');
  const [admin = {}] = signedIn.headers;
  const linked = await createWorkspace(stack.address, admin, 'bench-linked');
  // Through the API: each has a sealed link, which SQL cannot make.
  const ids = await createIntegrations(stack.address, admin, linked, 1_000);
  await benchIntegrationLists(bench, linked);
  await benchAttempts(bench, linked, ids, await startBareExchanges());
  await benchClaims(postgres.url);
}
