import { sealedText } from '@patchbay/sealing/sealed-value';

/** The secret of a webhook, in the form in which its owner gets it: `whsec_…`. */
export const sealedSecret = sealedText<[organizationId: string, webhookId: string]>('secret of a webhook');
