import { createHash } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import type { Queryable } from '@patchbay/database/query';
import { internal, invalid, notFound, unauthenticated } from '@patchbay/errors/failure';
import type { EventCall } from '@patchbay/events/envelope';
import { findInactiveState } from '@patchbay/events/inactive-organizations';
import { callOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import { attemptConnect, type ConnectSettled, connectByForm, settleConnect } from '../attempts/connect.ts';
import {
  type Callback,
  type ConsentState,
  endingOf,
  openState,
  outcomePage,
  readCallback,
  returnLocation,
  sealState,
  stateIn,
  stateMs,
} from '../attempts/consent.ts';
import { AttemptInterrupted } from '../attempts/limits.ts';
import { type AttemptResult, outcomeOf, report, reportDeclined } from '../attempts/run-attempt.ts';
import { hasExpired } from '../domain/connect-link.ts';
import { readConnectFields } from '../domain/fields.ts';
import { disabledRefusesLink, type Integration, notConfigured } from '../domain/integration.ts';
import { accessFor, providerOf, settingsFor } from '../providers/catalogue.ts';
import { findLink, type LinkedIntegration } from '../store/connect-links.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { spendState } from '../store/spent-states.ts';
import { choiceFor, refuseWhilePaused } from './connect-accounts.ts';
import type { Dependencies } from './dependencies.ts';
import { presentConnectOutcome, presentField } from './present.ts';

/**
 * The integration of a connect token. Throws `not_found` if the token is unknown, used, revoked or replaced, and
 * `unauthenticated` if its link has expired; refuses while its organization is closed or suspended. None of them counts as a failed credential: connect tokens have limits of their own.
 */
async function findLiveLink(db: Queryable, token: string): Promise<LinkedIntegration> {
  const found = await findLink(db, digestOf(token));
  if (found === undefined) throw notFound('no integration has this connect token');
  if (hasExpired(found.link, db.now())) throw unauthenticated('The connect link has expired.');
  await refuseWhilePaused(db, found.integration);
  return found;
}

/** Like `findLiveLink`, for an integration that is not disabled. */
async function findUsableLink(db: Queryable, token: string): Promise<LinkedIntegration> {
  const found = await findLiveLink(db, token);
  if (found.integration.status === 'disabled') throw disabledRefusesLink();
  return found;
}

/** Works for a disabled integration, too: the page shows its status. */
export const getConnectPage =
  ({ db, catalogue }: Dependencies): Method<typeof ConnectService.method.getConnectPage> =>
  async ({ token }) => {
    const { integration, link } = await findLiveLink(db, token);
    const { provider, name, category, authMethod, connectFields, documentationUrl } = providerOf(
      catalogue,
      integration,
    );
    const { workspace, returnUrl, connectedAt } = integration;
    const { organizationDomain, issuedBy } = link;
    return {
      provider,
      providerName: name,
      category,
      authMethod,
      integrationName: integration.name,
      organizationName: workspace.organizationName,
      workspaceName: workspace.name,
      status: integration.status,
      connectFields: connectFields.map(presentField),
      documentationUrl,
      expiresAt: timestampFromDate(link.expiresAt),
      ...(returnUrl !== null && { returnUrl }),
      organizationId: workspace.organizationId,
      access: accessFor(catalogue, integration),
      integrationId: integration.id,
      ...(connectedAt !== null && { connectedAt: timestampFromDate(connectedAt) }),
      ...(organizationDomain !== null && { organizationDomain }),
      ...(issuedBy !== null && { requestedBy: { name: issuedBy.name, email: issuedBy.email } }),
    };
  };

/** A success deletes the link, so that one of several concurrent submissions connects. A failed attempt keeps it. */
export const submitConnectCredentials =
  (dependencies: Dependencies): Method<typeof ConnectService.method.submitConnectCredentials> =>
  async ({ token, fields }, context) => {
    const { integration, link } = await findUsableLink(dependencies.db, token);
    const { result, settled } = await attemptConnect(dependencies, callOf(context), {
      integration,
      linkId: link.id,
      authorize: connectByForm(dependencies, integration, fields),
    });
    if (settled.result === 'disabled') throw disabledRefusesLink();
    if (settled.result !== 'settled')
      throw notFound('the connect link was used, revoked or replaced meanwhile');
    return {
      ...presentConnectOutcome(settled.locked.integration),
      refused: result.outcome.kind === 'permanent',
    };
  };

/** The redirect URI of all providers, registered with each client. */
const redirectUri = (publicUrl: string): string => `${publicUrl}/v1/connect/oauth/callback`;

const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

const accessAsked = ({ access }: Integration) => (access === null ? {} : { access });

/** Stores nothing: the sealed state has everything that the callback needs. */
export const startConnectOauth =
  (dependencies: Dependencies): Method<typeof ConnectService.method.startConnectOauth> =>
  async ({ token, fields = {} }) => {
    const { db, catalogue, connectorOf, sealer, publicUrl } = dependencies;
    const { integration, link } = await findUsableLink(db, token);
    const { name, authMethod, connectFields } = providerOf(catalogue, integration);
    const { consent } = connectorOf(integration.provider);
    if (authMethod !== 'oauth')
      throw invalid({ path: '', message: `${name} has no consent page: it is connected by its fields` });
    readConnectFields(connectFields, fields);
    if (!catalogue.find(integration.provider)?.configured) throw notConfigured(name);
    if (consent === undefined) throw internal(`${integration.provider} has no consent`);
    const codeVerifier = consent.pkce ? newToken() : undefined;
    const state = sealState(sealer, {
      id: uuid(),
      integrationId: integration.id,
      linkId: link.id,
      expiresAt: db.now().getTime() + stateMs,
      ...(codeVerifier !== undefined && { codeVerifier }),
    });
    const authorizationUrl = consent.authorizationUrl({
      settings: settingsFor(catalogue, integration),
      ...accessAsked(integration),
      redirectUri: redirectUri(publicUrl),
      state,
      ...(codeVerifier !== undefined && { codeChallenge: challengeOf(codeVerifier) }),
    });
    return { authorizationUrl };
  };

interface Ended {
  readonly result: AttemptResult;
  readonly settled: ConnectSettled;
}

/** Records a consent without a code. No provider is called. */
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
  let result: AttemptResult;
  if (callback.kind === 'declined') {
    reportDeclined(subject);
    result = { outcome: { kind: 'declined' } };
  } else {
    const { failure } = callback;
    report(subject, 'connect', failure, 'from a browser');
    result = { outcome: outcomeOf(failure, 'consent', provider.name), failure };
  }
  return { result, settled: await settleConnect(dependencies, call, { before, linkId, result }) };
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
      const grant = {
        settings,
        ...accessAsked(integration),
        code,
        redirectUri: redirectUri(dependencies.publicUrl),
      };
      return consent.exchange({ ...grant, ...(codeVerifier !== undefined && { codeVerifier }) }, signal);
    },
  });

/**
 * Completes a consent. The state is marked as used before the code is exchanged, so that it works once. A link that has expired
 * since the start still connects. A link that was revoked, replaced or used does not, nor does a disabled integration.
 */
export const completeConnectOauth =
  (dependencies: Dependencies): Method<typeof ConnectService.method.completeConnectOauth> =>
  async ({ query: text }, context) => {
    const { db, sealer, portalUrl } = dependencies;
    const query = new URLSearchParams(text);
    const state = openState(sealer, stateIn(query) ?? '');
    if (state === undefined || state.expiresAt <= db.now().getTime())
      return { location: outcomePage(portalUrl, 'failed') };
    if (!(await spendState(db, { id: state.id, expiresAt: new Date(state.expiresAt) })))
      return { location: outcomePage(portalUrl, 'used') };

    const found = await findAnyIntegration(db, state.integrationId);
    if (
      found === undefined ||
      found.integration.status === 'disabled' ||
      (await findInactiveState(db, found.integration.workspace.organizationId)) !== undefined
    )
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
    // The browser is redirected instead of getting a 503; nothing is recorded.
    if (ended === undefined)
      return {
        location: returnLocation(portalUrl, integration, { page: 'retry', error: 'temporarily_unavailable' }),
      };
    const { result, settled } = ended;
    if (settled.result === 'settled') {
      const { integration: after } = settled.locked;
      const choice = result.outcome.kind === 'success' ? choiceFor(dependencies, after) : undefined;
      return { location: returnLocation(portalUrl, after, endingOf(result, choice)) };
    }
    // The link or the integration changed while the person was at the provider.
    return { location: outcomePage(portalUrl, settled.result === 'link_gone' ? 'used' : 'failed') };
  };
