import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ApiKeyLevel as LevelProto } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { type ApiKey, type ApiKeyLevel, statusOf } from '../../domain/api-key.ts';
import { roleToProto } from '../present.ts';

export const levelToProto: Record<ApiKeyLevel, LevelProto> = {
  user: LevelProto.USER,
  organization: LevelProto.ORGANIZATION,
  workspace: LevelProto.WORKSPACE,
};

/** Undefined for what is no level. */
export const levelOf = (level: LevelProto): ApiKeyLevel | undefined =>
  (['user', 'organization', 'workspace'] as const).find((name) => levelToProto[name] === level);

export const presentApiKey = (key: ApiKey, now: Date) => {
  const { id, name, prefix, level, role, workspace, creator, createdAt, expiresAt, lastRequestAt } = key;
  return {
    id,
    name,
    prefix,
    level: levelToProto[level],
    ...(role && { role: roleToProto[role] }),
    ...(workspace && { workspaceName: workspace.name, workspaceSlug: workspace.slug }),
    creatorEmail: creator.email,
    status: statusOf(key, now),
    createdAt: timestampFromDate(createdAt),
    ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
    ...(lastRequestAt && { lastRequestAt: timestampFromDate(lastRequestAt) }),
  };
};
