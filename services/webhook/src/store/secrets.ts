import { sealedText } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { StoredWebhook } from './webhooks.ts';

/** The secret of a webhook, in the form in which its owner gets it: `whsec_…`. */
export const sealedSecret = sealedText<[organizationId: string, webhookId: string]>('secret of a webhook');

type Sealed = Pick<
  StoredWebhook,
  'organizationId' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'
>;

/** The secrets that sign at this time, the current one first. */
export function liveSecrets(sealer: Sealer, webhookId: string, stored: Sealed, now: Date): string[] {
  const {
    organizationId,
    sealedSecret: current,
    sealedPreviousSecret: previous,
    previousSecretUntil,
  } = stored;
  const isInGrace = previousSecretUntil !== null && previousSecretUntil > now;
  return [current, ...(previous !== null && isInGrace ? [previous] : [])].map((sealed) =>
    sealedSecret.open(sealer, sealed, organizationId, webhookId),
  );
}
