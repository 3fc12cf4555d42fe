import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { inWorkspace } from '@patchbay/access/rules';
import type { UseService } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { invalid } from '@patchbay/errors/failure';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { chosenIds } from '../domain/chosen-accounts.ts';
import { listUses as listStored } from '../store/uses.ts';
import { accountPage } from './account-list.ts';
import type { Dependencies } from './dependencies.ts';
import { findForMember } from './member-integration.ts';

export const listAccounts =
  (dependencies: Dependencies): Method<typeof UseService.method.listAccounts> =>
  async ({ integrationId, ...asked }, context) => {
    const access = accessOf(context, inWorkspace.useIntegrations);
    const { integration } = await findForMember(dependencies.db, access, integrationId);
    return accountPage(dependencies, integration, asked, context.signal, chosenIds(integration));
  };

const weekMs = 7 * 86_400_000;

export const listUses =
  ({ db }: Dependencies): Method<typeof UseService.method.listUses> =>
  async ({ integrationId, from, to }, context) => {
    const { integration } = await findForMember(db, accessOf(context, inWorkspace.see), integrationId);
    const end = to === undefined ? db.now() : timestampDate(to);
    const begin = from === undefined ? new Date(end.getTime() - weekMs) : timestampDate(from);
    if (begin > end) throw invalid({ path: 'from', message: 'must not be after to' });
    const uses = await listStored(db, integration.id, begin, end);
    return {
      uses: uses.map(
        ({
          hour,
          apiKeyPrefix,
          grantId,
          reads,
          changes,
          refused,
          failed,
          bytesSent,
          bytesReceived,
          ...use
        }) => ({
          ...use,
          hour: timestampFromDate(hour),
          ...(apiKeyPrefix !== null && { apiKeyPrefix }),
          ...(grantId !== null && { grantId }),
          reads: BigInt(reads),
          changes: BigInt(changes),
          refused: BigInt(refused),
          failed: BigInt(failed),
          bytesSent: BigInt(bytesSent),
          bytesReceived: BigInt(bytesReceived),
        }),
      ),
    };
  };
