import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Method } from '@patchbay/rpc/method';
import { revoke } from '../../domain/api-key.ts';
import type { Dependencies } from '../dependencies.ts';
import { changeApiKey } from './change-api-key.ts';

export const revokeApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.revokeApiKey> =>
  (path, context) =>
    changeApiKey(dependencies, 'revoke API key', path, context, (key, now) => revoke(key, now));
