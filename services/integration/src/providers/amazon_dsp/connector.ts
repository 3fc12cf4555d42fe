import { itemsOn } from '../../connector/account-list.ts';
import { authorizationCode, clientOf } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/authorization-header.ts';
import type { Classify } from '../../connector/call.ts';
import { failureWith } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { secretOf } from '../../connector/credentials.ts';
import { at } from '../../connector/json-path.ts';
import { listIn, nextOffset } from '../../connector/pages.ts';
import { regionOf } from './regions.ts';
import { findAccount } from './verify.ts';

const dayMs = 86_400_000;

/** A refresh token ends this long after the consent. A renewal answers the same token and extends nothing. */
const consentDays = 365;

/** Sent with several statuses, and in several envelopes. */
export const classifyAmazonDsp: Classify = (answer, endpoint) =>
  endpoint === 'api' && answer.status >= 400 && answer.text.includes('ENTITY_NOT_SUPPORTED')
    ? failureWith('account_not_found', answer, {
        code: 'ENTITY_NOT_SUPPORTED',
        hint: 'The profile must be that of a DSP entity, of type agency.',
      })
    : undefined;

export function connectAmazonDsp(environment: ConnectorEnvironment): Connector {
  const { app, call, now } = environment;
  return {
    ...authorizationCode(environment, {
      authorizeUrl: (settings) => regionOf(settings).authorizeUrl,
      tokenUrl: (settings) => regionOf(settings).tokenUrl,
      scope: 'advertising::campaign_management',
      pkce: true,
      clientAuth: 'body',
      // At a renewal the end is the one that was set after the consent.
      complete: (credentials) => ({
        ...credentials,
        endsAt: credentials.endsAt ?? new Date(now().getTime() + consentDays * dayMs),
      }),
    }),
    async verify({ settings, credentials }, signal) {
      const { api } = regionOf(settings);
      const headers = {
        authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
        'amazon-advertising-api-clientid': clientOf(environment).clientId,
      };
      return findAccount(settings, {
        async profiles(filter) {
          // Without a scope header: it would name one profile.
          const url = `${api}/${app.apiVersion ?? 'v2'}/profiles`;
          return listIn(await call({ at: 'api', url, query: filter, headers, signal }));
        },
        advertisers: (profileId, size) =>
          itemsOn<number>(async (offset = 0) => {
            const answer = await call({
              at: 'api',
              url: `${api}/dsp/advertisers`,
              query: { startIndex: String(offset), count: String(size) },
              headers: { ...headers, 'amazon-advertising-api-scope': profileId },
              signal,
            });
            const items = listIn(answer, 'response');
            const total = at(answer.body, 'totalResults');
            return { items, next: nextOffset(offset, { items, size, total }) };
          }),
      });
    },
  };
}
