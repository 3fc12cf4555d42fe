import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { HandlerContext } from '@connectrpc/connect';
import { accessToProto, keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import { setReadKey } from '@patchbay/rpc/unread-key';
import type { Reader } from '../store/access.ts';
import type { Access } from '../store/access-row.ts';
import type { KeyRow } from '../store/key-access.ts';
import type { Dependencies } from './dependencies.ts';

/** Who a key that works is. `access`: to the path of the request; undefined where it names none that the key sees. */
export const presentKey = (key: KeyRow, access?: Access) => ({
  keyId: key.keyId,
  lineId: key.lineId,
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
});

/** The caller of a read. A key that the gateway has not looked up is answered once the read has found it. */
export function readerOf(
  { lastRequests }: Pick<Dependencies, 'lastRequests'>,
  context: HandlerContext,
): Reader {
  const { caller } = callOf(context);
  if (caller.type !== 'unread_key') return principalOf(context);
  return {
    ...caller,
    onRead(key) {
      lastRequests.note(key.keyId);
      setReadKey(context, presentKey(key));
    },
  };
}
