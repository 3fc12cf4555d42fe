import { conflict } from '@patchbay/errors/failure';
import type { Change } from './note.ts';
import type { Permitted } from './permit.ts';
import type { Renewing } from './renew.ts';
import type { Sent } from './send.ts';
import type { Turn } from './turn.ts';

/** Tells the note of a change its status, and has credentials verified whose token was refused. */
export async function settle(
  { tokens, current }: Omit<Renewing, 'clock'>,
  { integration, stored, provider }: Permitted,
  { status, isRefused }: Pick<Sent, 'status' | 'isRefused'>,
  change: Change | undefined,
  { signal }: Pick<Turn, 'signal'>,
): Promise<void> {
  await change?.settle();
  if (!isRefused) return;
  if (!integration.isWorking) {
    await tokens.refused(integration.id, stored.version, signal);
    // No longer active, unless the verification succeeded or later credentials are stored.
    await current();
  }
  // Some providers answer 401 where the person who connected may not do this.
  if (status === 401)
    throw conflict(`${provider.name} refuses this request with 401, although the connection is active.`);
}
