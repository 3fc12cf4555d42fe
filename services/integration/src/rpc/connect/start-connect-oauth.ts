import { createHash } from 'node:crypto';
import type { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { internal, invalid } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { newToken } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import { sealState, stateMs } from '../../attempts/consent-state.ts';
import { providerOf, settingsFor } from '../../attempts/provider-of.ts';
import { readConnectFields } from '../../domain/fields.ts';
import { notConfigured } from '../../domain/integration.ts';
import type { Dependencies } from '../dependencies.ts';
import { linkToConnectBy } from './link-to-connect-by.ts';
import { redirectUri } from './redirect-uri.ts';

const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/** Nothing is stored: everything that the callback needs is in the sealed state. */
export const startConnectOauth =
  (dependencies: Dependencies): Method<typeof ConnectService.method.startConnectOauth> =>
  async ({ token, fields = {} }) => {
    const { db, catalogue, connectorOf, sealer, publicUrl } = dependencies;
    const { integration, link } = await linkToConnectBy(db, token);
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
      expiresAt: Date.now() + stateMs,
      ...(codeVerifier !== undefined && { codeVerifier }),
    });
    const authorizationUrl = consent.authorizationUrl({
      settings: settingsFor(catalogue, integration),
      redirectUri: redirectUri(publicUrl),
      state,
      ...(codeVerifier !== undefined && { codeChallenge: challengeOf(codeVerifier) }),
    });
    return { authorizationUrl };
  };
