import { sealedText } from '@patchbay/sealing/sealed-value';

/**
 * The token of an invitation as `invitations.sealed_token` holds it. The ids are associated data of the encryption: a sealed token
 * copied to the row of another invitation does not open.
 */
export const sealedToken = sealedText<[organizationId: string, id: string]>('invitation');
