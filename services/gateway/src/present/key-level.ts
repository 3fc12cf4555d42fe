import { ApiKeyLevel } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { internal } from '@patchbay/errors/failure';
import type { KeyLevel } from '../http/exchange.ts';

const values = {
  user: ApiKeyLevel.USER,
  organization: ApiKeyLevel.ORGANIZATION,
  workspace: ApiKeyLevel.WORKSPACE,
};

export const keyLevelValue = (name: KeyLevel): ApiKeyLevel => values[name];

export function keyLevelName(level: ApiKeyLevel): KeyLevel {
  switch (level) {
    case ApiKeyLevel.USER:
      return 'user';
    case ApiKeyLevel.ORGANIZATION:
      return 'organization';
    case ApiKeyLevel.WORKSPACE:
      return 'workspace';
    case ApiKeyLevel.UNSPECIFIED:
    default:
      throw internal(`organization sent the key level ${level}`);
  }
}
