import { personOf } from '@patchbay/access/caller';
import type {
  ApiKeyService,
  RotateApiKeyRequest,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { mintApiKey, prefixOf } from '@patchbay/tokens/api-key';
import { digestOf } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import type { Lifetime } from '../../domain/api-key-expiry.ts';
import { rotate } from '../../domain/api-key-rotation.ts';
import { organizationTurn } from '../../store/access.ts';
import { insertKey, saveKey } from '../../store/api-keys.ts';
import { liveKeys, refuseWhenFull } from '../../store/bounds.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockKey } from './change-api-key.ts';
import { demandMayCreate } from './may-create.ts';
import { presentApiKey } from './present-api-key.ts';

const lifetimeOf = ({ expiry }: RotateApiKeyRequest): Lifetime => {
  if (expiry.case === 'expiresInDays') return { days: expiry.value };
  return expiry.case === 'neverExpires' && expiry.value ? 'forever' : 'as before';
};

/**
 * Demands the right to create a key of this scope, because the replacement is a new key of the caller: the creator who has
 * lost that right can disable and revoke the key, but not rotate it.
 */
export const rotateApiKey =
  ({ db, createOnce, outbox }: Dependencies): Method<typeof ApiKeyService.method.rotateApiKey> =>
  async (request, context) => {
    const caller = userOf(context);
    const secret = mintApiKey();
    const turn = await organizationTurn(db, caller, { organizationSlug: request.organizationSlug });
    return createOnce({ name: 'rotate API key', turn }, context, {
      async authorize(tx) {
        const locked = await lockKey(tx, caller, request);
        demandMayCreate(locked);
        return { organization: locked.access.organization, key: locked.key };
      },
      async create(tx, { organization, key }) {
        const now = new Date();
        const { retired, replacement, events } = rotate(
          key,
          { id: uuid(), prefix: prefixOf(secret), creator: personOf(caller) },
          { graceHours: request.graceHours, lifetime: lifetimeOf(request) },
          now,
        );
        // Without a grace window the old key is revoked in this transaction and is subtracted from the count of live keys.
        const removed = retired.status === 'revoked' ? 1 : 0;
        await refuseWhenFull(tx, organization, liveKeys(replacement), { now, removed });
        await insertKey(tx, organization, replacement, digestOf(secret));
        await saveKey(tx, organization, retired);
        await outbox.record(tx, callOf(context), events);
        return { apiKey: presentApiKey(replacement, now), key: secret };
      },
    });
  };
