import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import type { AuthenticatedKey } from '../../store/authenticated-keys.ts';

/** Who a valid key is, without its access. */
export const presentAuthentication = ({ row: key }: AuthenticatedKey) => ({
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
});
