import { inWorkspace } from '@patchbay/access/rules';
import type {
  IntegrationService,
  UpdateIntegrationRequest,
} from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { providerOf } from '../../attempts/provider-of.ts';
import type { Integration } from '../../domain/integration.ts';
import { nameOf } from '../../domain/name.ts';
import { type Update, update } from '../../domain/update.ts';
import { saveIntegration } from '../../store/integrations.ts';
import { settingsOf } from '../asked-provider.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockForMember, turnForMember } from '../lock-for-member.ts';
import { presentIntegration } from '../present-integration.ts';
import { readAll } from '../read-all.ts';
import { returnUrlOf } from '../return-url.ts';

/** The asked changes, validated; every problem at once. */
const readUpdate = (
  { catalogue, publicUrl }: Pick<Dependencies, 'catalogue' | 'publicUrl'>,
  integration: Integration,
  { name, settings, returnUrl, clearReturnUrl }: UpdateIntegrationRequest,
): Update =>
  readAll({
    name: () => (name === undefined ? undefined : nameOf(name)),
    settings: () =>
      settings === undefined ? undefined : settingsOf(providerOf(catalogue, integration), settings),
    returnUrl: () => {
      if (clearReturnUrl) return null;
      return returnUrl === undefined ? undefined : returnUrlOf(returnUrl, publicUrl);
    },
  });

/** Nothing is verified again: changed settings are tried by the next verification. */
export const updateIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.updateIntegration> =>
  async (request, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { transact, outbox } = dependencies;
    const turn = turnForMember(access, request.integrationId);
    return transact({ name: 'update integration', turn }, async (tx) => {
      const { locked, integration: before } = await lockForMember(tx, access, request.integrationId);
      const now = new Date();
      const { integration, events } = update(before, readUpdate(dependencies, before, request), now);
      if (events.length > 0) {
        await saveIntegration(tx, locked, integration);
        await outbox.record(tx, callOf(context), events);
      }
      return { integration: presentIntegration(dependencies, { integration, link: locked.link }, now) };
    });
  };
