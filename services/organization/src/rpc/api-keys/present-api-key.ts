import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { type ApiKey, statusOf } from '../../domain/api-key.ts';

export const presentApiKey = (key: ApiKey, now: Date) => {
  const { id, name, prefix, level, role, workspace, creator, createdAt, expiresAt, lastRequestAt } = key;
  return {
    id,
    name,
    prefix,
    level: keyLevelToProto(level),
    ...(role && { role: roleToProto(role) }),
    ...(workspace && { workspaceName: workspace.name, workspaceSlug: workspace.slug }),
    creatorEmail: creator.email,
    status: statusOf(key, now),
    createdAt: timestampFromDate(createdAt),
    ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
    ...(lastRequestAt && { lastRequestAt: timestampFromDate(lastRequestAt) }),
  };
};
