import { keyLevelFromProto, workspaceRoleFromProto } from '@patchbay/access/proto';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type {
  ApiKey as ApiKeyMessage,
  CreateApiKeyResponse,
  RotateApiKeyResponse,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { ApiKey, ApiKeyWithSecret } from '../schemas/api-key.ts';
import { isoTime } from './time.ts';

type Shown = z.input<typeof ApiKey>;

export function presentApiKey(apiKey: ApiKeyMessage | undefined): Shown {
  if (apiKey === undefined) throw internal('organization left out the key');
  const { id, name, prefix, level, role, workspaceName, workspaceSlug, creatorEmail, status } = apiKey;
  const { createdAt, expiresAt, lastRequestAt } = apiKey;
  return {
    id,
    name,
    prefix,
    level: keyLevelFromProto(level),
    role: role === Role.UNSPECIFIED ? null : workspaceRoleFromProto(role),
    ...(workspaceName !== undefined && { workspace: workspaceName }),
    ...(workspaceSlug !== undefined && { workspaceSlug }),
    creatorEmail,
    status: status as Shown['status'],
    createdAt: isoTime(createdAt),
    expiresAt: expiresAt === undefined ? null : isoTime(expiresAt),
    ...(lastRequestAt !== undefined && { lastRequest: isoTime(lastRequestAt) }),
  };
}

/** The only answers that hold a raw key. */
export const presentApiKeyWithSecret = ({
  apiKey,
  key,
}: CreateApiKeyResponse | RotateApiKeyResponse): z.input<typeof ApiKeyWithSecret> => ({
  ...presentApiKey(apiKey),
  key,
});
