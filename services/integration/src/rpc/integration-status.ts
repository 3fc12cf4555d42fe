import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { attemptConnect, connectByForm } from '../attempts/connect.ts';
import { enableWithoutCredentials } from '../attempts/settle-verification.ts';
import { disable, neverConnected } from '../domain/integration.ts';
import { findCredentials } from '../store/credentials.ts';
import { saveIntegration } from '../store/integrations.ts';
import type { Dependencies } from './dependencies.ts';
import { findForMember, lockForMember, noSuchIntegration, turnForMember } from './member-integration.ts';
import { presentIntegration } from './present.ts';

/** Works in every status, also `disabled`, and needs no link; a success deletes the live link. */
export const connectIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.connectIntegration> =>
  async ({ integrationId, fields }, context) => {
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { integration } = await findForMember(dependencies.db, access, integrationId);
    const authorize = connectByForm(dependencies, integration, fields);
    const { result, settled } = await attemptConnect(dependencies, callOf(context), {
      integration,
      authorize,
    });
    if (settled.result !== 'settled') throw noSuchIntegration();
    return {
      integration: presentIntegration(dependencies, settled.locked),
      refused: result.outcome.kind === 'permanent',
    };
  };

/** A disabled integration can be verified and stays disabled. */
export const verifyIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.verifyIntegration> =>
  async ({ integrationId }, context) => {
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { db, sealer, verifyOnRequest } = dependencies;
    const { integration: before } = await findForMember(db, access, integrationId);
    const stored = await findCredentials(db, sealer, before);
    if (stored === undefined) throw neverConnected();
    const settled = await verifyOnRequest(callOf(context), before, stored, 'verify');
    if (settled === undefined) throw noSuchIntegration();
    return { integration: presentIntegration(dependencies, settled) };
  };

export const disableIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.disableIntegration> =>
  async ({ integrationId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { transact, outbox } = dependencies;
    const turn = turnForMember(access, integrationId);
    return transact({ name: 'disable integration', turn }, async (tx) => {
      const { locked, integration: before } = await lockForMember(tx, access, integrationId);
      const { integration, events } = disable(before, tx.now());
      if (events.length > 0) {
        await saveIntegration(tx, locked, integration);
        await outbox.record(tx, callOf(context), events);
      }
      return { integration: presentIntegration(dependencies, { integration, link: locked.link }) };
    });
  };

/** Verifies the stored credentials first; a transient failure keeps the integration disabled. */
export const enableIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.enableIntegration> =>
  async ({ integrationId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { db, sealer, verifyOnRequest } = dependencies;
    const found = await findForMember(db, access, integrationId);
    const { integration: before } = found;
    if (before.status !== 'disabled') return { integration: presentIntegration(dependencies, found) };
    const call = callOf(context);
    const stored = await findCredentials(db, sealer, before);
    const settled =
      stored === undefined
        ? await enableWithoutCredentials(dependencies, call, before)
        : await verifyOnRequest(call, before, stored, 'enable');
    if (settled === undefined) throw noSuchIntegration();
    return { integration: presentIntegration(dependencies, settled) };
  };
