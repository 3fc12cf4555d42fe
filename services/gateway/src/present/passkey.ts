import type { Passkey as PasskeyMessage } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { newPasskey, Passkey, passkeyProof } from '../schemas/passkey.ts';
import { isoTime } from './time.ts';

export function presentPasskey(passkey: PasskeyMessage | undefined): z.input<typeof Passkey> {
  if (passkey === undefined) throw internal('identity left out the passkey');
  const { id, name, createdAt, lastUsedAt, backedUp, transports } = passkey;
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === undefined ? null : isoTime(lastUsedAt),
    backedUp,
    transports,
  };
}

/** The part of a new credential that identity verifies and stores. */
export const newCredentialOf = ({ credential: { id, response } }: z.output<typeof newPasskey>) => ({
  id,
  clientDataJson: response.clientDataJSON,
  attestationObject: response.attestationObject,
  transports: response.transports ?? [],
});

/** The part of a used credential that identity verifies. */
export const assertionOf = ({ credential: { id, response } }: z.output<typeof passkeyProof>) => ({
  credentialId: id,
  clientDataJson: response.clientDataJSON,
  authenticatorData: response.authenticatorData,
  signature: response.signature,
  userHandle: response.userHandle ?? '',
});
