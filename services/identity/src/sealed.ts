import { sealedMails } from '@patchbay/mail/queue';
import type { ServiceSealing } from '@patchbay/service/service-sealing';
import { challengeSeconds } from './domain/passkey-challenge.ts';
import { flowSeconds } from './domain/provider-flow.ts';
import { proofSeconds } from './domain/sign-up-proof.ts';
import { schema } from './migrations.ts';

/** What this service seals with SEALING_KEYS. */
export const sealing: ServiceSealing = {
  schema,
  columns: [sealedMails],
  elsewhere: [
    { what: 'cookies of provider sign-ins', seconds: flowSeconds },
    { what: 'cookies of sign-ups', seconds: proofSeconds },
    { what: 'challenges of passkeys', seconds: challengeSeconds },
  ],
};
