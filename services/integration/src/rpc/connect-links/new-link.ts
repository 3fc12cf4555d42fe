import type { Sealer } from '@patchbay/sealing/sealer';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import type { Integration } from '../../domain/integration.ts';
import { type NewLink, sealToken } from '../../store/connect-links.ts';

/** A link with a new token. Its digest finds the link; the token itself is sealed for this link alone. */
export function newLink(sealer: Sealer, integration: Integration, expiresAt: Date): NewLink {
  const id = uuid();
  const token = newToken();
  return {
    id,
    tokenDigest: digestOf(token),
    sealedToken: sealToken(sealer, integration, id, token),
    expiresAt,
  };
}
