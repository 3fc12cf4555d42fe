import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Method } from '@patchbay/rpc/method';
import { enable } from '../../domain/api-key.ts';
import type { Dependencies } from '../dependencies.ts';
import { changeApiKey } from './change-api-key.ts';
import { demandMayCreate } from './may-create.ts';

export const enableApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.enableApiKey> =>
  (path, context) =>
    changeApiKey(dependencies, 'enable API key', path, context, enable, demandMayCreate);
