import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { accessToProto, keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { accessOfKey, authenticateKey } from '../../store/key-access.ts';
import type { Dependencies } from '../dependencies.ts';

/** Answers who the key is and its access to the path, by one query. */
export const authenticateApiKey =
  ({ db, lastRequests }: Dependencies): Method<typeof ApiKeyService.method.authenticateApiKey> =>
  async ({ key: secret, ...path }) => {
    const key = await authenticateKey(db, digestOf(secret), path);
    lastRequests.note(key.keyId);
    const access = accessOfKey(key, path);
    return {
      keyId: key.keyId,
      prefix: key.prefix,
      level: keyLevelToProto(key.level),
      ...(key.role && { role: roleToProto(key.role) }),
      organizationId: key.id,
      ...(key.ownWorkspaceId && { workspaceId: key.ownWorkspaceId }),
      creatorUserId: key.creatorUserId,
      creatorEmail: key.creatorEmail,
      creatorName: key.creatorName,
      ...(key.rotatedAt && { rotatedAt: timestampFromDate(key.rotatedAt) }),
      ...(key.expiresAt && { expiresAt: timestampFromDate(key.expiresAt) }),
      ...(access && { access: accessToProto(access) }),
    };
  };
