import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Method } from '@patchbay/rpc/method';
import { rename } from '../../domain/api-key.ts';
import type { Dependencies } from '../dependencies.ts';
import { changeApiKey } from './change-api-key.ts';

export const updateApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.updateApiKey> =>
  (request, context) =>
    changeApiKey(dependencies, 'update API key', request, context, (key) => rename(key, request.name));
