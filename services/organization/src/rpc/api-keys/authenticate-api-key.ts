import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { accessToProto, keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { accessOfKey, authenticateKey } from '../../store/key-access.ts';
import type { Dependencies } from '../dependencies.ts';

export const authenticateApiKey =
  ({ db, lastRequests }: Dependencies): Method<typeof ApiKeyService.method.authenticateApiKey> =>
  async ({ key: secret, ...path }) => {
    const key = await authenticateKey(db, digestOf(secret), path);
    lastRequests.note(key.keyId);
    const { keyId, prefix, creatorUserId, creatorEmail, creatorName } = key;
    const access = accessOfKey(key, path);
    return {
      keyId,
      prefix,
      level: keyLevelToProto(key.level),
      ...(key.role && { role: roleToProto(key.role) }),
      organizationId: key.id,
      ...(key.ownWorkspaceId && { workspaceId: key.ownWorkspaceId }),
      creatorUserId,
      creatorEmail,
      creatorName,
      ...(key.rotatedAt && { rotatedAt: timestampFromDate(key.rotatedAt) }),
      ...(key.expiresAt && { expiresAt: timestampFromDate(key.expiresAt) }),
      ...(access && { access: accessToProto(access) }),
    };
  };
