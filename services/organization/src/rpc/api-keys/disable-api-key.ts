import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Method } from '@patchbay/rpc/method';
import { disable } from '../../domain/api-key.ts';
import type { Dependencies } from '../dependencies.ts';
import { changeApiKey } from './change-api-key.ts';

export const disableApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.disableApiKey> =>
  (path, context) =>
    changeApiKey(dependencies, 'disable API key', path, context, (key, now) => disable(key, now));
