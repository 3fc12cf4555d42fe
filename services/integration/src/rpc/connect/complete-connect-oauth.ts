import type { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { internal } from '@patchbay/errors/failure';
import type { EventCall } from '@patchbay/events/envelope';
import { callOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { type Callback, readCallback, stateIn } from '../../attempts/callback.ts';
import { attemptConnect } from '../../attempts/connect.ts';
import { type ConsentState, openState } from '../../attempts/consent-state.ts';
import { AttemptInterrupted } from '../../attempts/interrupted.ts';
import { providerOf } from '../../attempts/provider-of.ts';
import { endingOf, outcomePage, returnLocation } from '../../attempts/return-location.ts';
import { type ConnectSettled, settleConnect } from '../../attempts/settle-connect.ts';
import { outcomeOf, report, reportDeclined, type Tried } from '../../attempts/tried.ts';
import type { Integration } from '../../domain/integration.ts';
import { findAnyIntegration } from '../../store/integrations.ts';
import { spendState } from '../../store/spent-states.ts';
import type { Dependencies } from '../dependencies.ts';
import { redirectUri } from './redirect-uri.ts';

interface Ended {
  readonly tried: Tried;
  readonly settled: ConnectSettled;
}

/** The provider did not give a code: nothing is called. */
async function endWithoutCode(
  dependencies: Dependencies,
  call: EventCall,
  before: Integration,
  linkId: string,
  callback: Exclude<Callback, { kind: 'code' | 'incomplete' }>,
): Promise<Ended> {
  const { catalogue, logger } = dependencies;
  const provider = providerOf(catalogue, before);
  const subject = { provider, integrationId: before.id, logger };
  let tried: Tried;
  if (callback.kind === 'declined') {
    reportDeclined(subject);
    tried = { outcome: { kind: 'declined' } };
  } else {
    const { failure } = callback;
    report(subject, 'connect', failure, 'from a browser');
    tried = { outcome: outcomeOf(failure, provider.name), failure };
  }
  return { tried, settled: await settleConnect(dependencies, call, { before, linkId, tried }) };
}

const endWithCode = (
  dependencies: Dependencies,
  call: EventCall,
  integration: Integration,
  { linkId, codeVerifier }: ConsentState,
  code: string,
): Promise<Ended> =>
  attemptConnect(dependencies, call, {
    integration,
    linkId,
    async authorize(settings, signal) {
      const { consent } = dependencies.connectorOf(integration.provider);
      if (consent === undefined) throw internal(`${integration.provider} has no consent`);
      const grant = { settings, code, redirectUri: redirectUri(dependencies.publicUrl) };
      return consent.exchange({ ...grant, ...(codeVerifier !== undefined && { codeVerifier }) }, signal);
    },
  });

/**
 * The end of a consent. The state is spent before the code is exchanged, so that it works once. A link that has expired since
 * the start still connects; one that was revoked, replaced or used does not, nor does a disabled integration.
 */
export const completeConnectOauth =
  (dependencies: Dependencies): Method<typeof ConnectService.method.completeConnectOauth> =>
  async ({ query: text }, context) => {
    const { db, sealer, portalUrl } = dependencies;
    const query = new URLSearchParams(text);
    const state = openState(sealer, stateIn(query) ?? '');
    if (state === undefined || state.expiresAt <= Date.now())
      return { location: outcomePage(portalUrl, 'failed') };
    if (!(await spendState(db, { id: state.id, expiresAt: new Date(state.expiresAt) })))
      return { location: outcomePage(portalUrl, 'used') };

    const found = await findAnyIntegration(db, state.integrationId);
    if (found === undefined || found.integration.status === 'disabled')
      return { location: outcomePage(portalUrl, 'failed') };
    if (found.link?.id !== state.linkId) return { location: outcomePage(portalUrl, 'used') };

    const { integration } = found;
    const callback = readCallback(query);
    if (callback.kind === 'incomplete')
      return {
        location: returnLocation(portalUrl, integration, { page: 'failed', error: 'invalid_request' }),
      };
    const call = callOf(context);
    const ended = await (callback.kind === 'code'
      ? endWithCode(dependencies, call, integration, state, callback.code)
      : endWithoutCode(dependencies, call, integration, state.linkId, callback)
    ).catch((error: unknown) => {
      if (error instanceof AttemptInterrupted) return undefined;
      throw error;
    });
    // A browser is sent on rather than shown a 503; nothing is recorded.
    if (ended === undefined)
      return {
        location: returnLocation(portalUrl, integration, { page: 'retry', error: 'temporarily_unavailable' }),
      };
    const { tried, settled } = ended;
    if (settled.result === 'settled')
      return { location: returnLocation(portalUrl, settled.locked.integration, endingOf(tried)) };
    // Something changed while the person was at the provider.
    return { location: outcomePage(portalUrl, settled.result === 'link_gone' ? 'used' : 'failed') };
  };
