import { waitFor } from '@patchbay/testing/wait';
import type { AuditLog } from '../api.ts';
import { isSignedWith } from '../webhook-receiver.ts';
import type { Receiver } from './receiver.ts';

/** Longer than the lease of a process that died (a minute), and the second repetition of an attempt that failed (a minute). */
const deliveredMs = 480_000;

/**
 * Waits until every entry after that of the webhook's creation has arrived, as it is in the trail and with the signature of the webhook.
 * Resolves with the number of deliveries, repeated ones included.
 */
export async function checkDeliveries(
  receiver: Receiver,
  trail: readonly AuditLog[],
  secret: string,
): Promise<number> {
  const first = trail.find(({ action }) => action === 'webhook.created')?.sequence ?? 0;
  const due = trail.filter(({ sequence }) => sequence > first);
  let missing: readonly AuditLog[] = [];
  await waitFor(
    async () => {
      const arrived = new Set((await receiver.arrived()).map(({ hash }) => hash));
      missing = due.filter(({ hash }) => !arrived.has(hash));
      return missing.length === 0;
    },
    { what: 'the delivery of each entry', timeoutMs: deliveredMs, intervalMs: 1_000 },
  ).catch((error: Error) => {
    const lines = missing.slice(0, 20).map(({ sequence, action }) => `${sequence} ${action}`);
    throw new Error(`${error.message}: ${missing.length} entries are missing:\n${lines.join('\n')}`);
  });
  // The receiver takes those of other organizations too.
  const hashes = new Set<string | undefined>(due.map(({ hash }) => hash));
  const ofOrganization = (await receiver.arrived()).filter(({ hash }) => hashes.has(hash));
  const unsigned = ofOrganization.filter((each) => !isSignedWith(each, secret));
  if (unsigned.length > 0)
    throw new Error(`${unsigned.length} deliveries have another signature than the webhook's`);
  return ofOrganization.length;
}
