import { accessToProto } from '@patchbay/access/proto';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { authenticateKey } from '../../store/authenticated-keys.ts';
import { accessOfKey } from '../../store/key-access.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentAuthentication } from './present-authentication.ts';

export const authenticateApiKey =
  ({ db, lastRequests }: Dependencies): Method<typeof ApiKeyService.method.authenticateApiKey> =>
  async ({ key: secret, ...path }) => {
    const key = await authenticateKey(db, {
      digest: digestOf(secret),
      workspaceSlug: path.workspaceSlug,
    });
    lastRequests.note(key.keyId);
    const access = accessOfKey(key.row, path);
    return { ...presentAuthentication(key), ...(access && { access: accessToProto(access) }) };
  };
