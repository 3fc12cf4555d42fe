import type { IncomingHttpHeaders } from 'node:http';
import { hasAccessIn } from '@patchbay/access/access';
import { demand, inWorkspace } from '@patchbay/access/rules';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { CountedRequest } from '../../limits/limit.ts';
import { perOrganization } from '../../limits/per-organization.ts';
import { never } from '../../operation/assistant.ts';
import { defineOperation, type OperationRequest } from '../../operation/operation.ts';
import { RelayedBody, relayParams, relayParamsExample } from '../../schemas/use.ts';
import type { Services } from '../../services.ts';
import { integrationOf } from '../integrations/integration.ts';

type Params = z.output<typeof relayParams>;

/** Milliseconds until the answer, and until each part of its body: longer than relay waits for a provider, so that relay answers for it. */
const timeoutMs = 75_000;

/**
 * Never leave the gateway: credentials of ours, and what is true of this connection alone (RFC 9110, 7.6.1). `proxy-authorization` leaves
 * it, because relay refuses it by its name.
 */
const withheld = new Set([
  'authorization',
  'cookie',
  'x-api-key',
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-real-ip',
]);

/** Relay decides which of them it sends, and refuses some. */
function forwardedHeaders(headers: IncomingHttpHeaders): { name: string; value: string }[] {
  const ofConnection = headers.connection?.toLowerCase().split(/[ \t]*,[ \t]*/) ?? [];
  return Object.entries(headers)
    .filter(
      ([name]) =>
        name === 'proxy-authorization' ||
        (!withheld.has(name) && !name.startsWith('x-forwarded-') && !ofConnection.includes(name)),
    )
    .map(([name, value]) => ({ name, value: String(value) }));
}

const perOrganizationOfCaller = perOrganization(inWorkspace.useIntegrations);

/**
 * With the workspace: whoever guesses an id in another workspace must not use up its limit. By the role too, because refused requests
 * count.
 */
const perIntegration = {
  of({ access, params }: Pick<CountedRequest<Params, unknown, unknown>, 'access' | 'params'>): string {
    if (!hasAccessIn(access, 'workspace')) throw internal('the access to the workspace was not resolved');
    demand(access, inWorkspace.useIntegrations);
    return `${access.workspace.id} ${params.id}`;
  },
};

const description =
  "Sends a request to the advertising system with the credentials of the integration, and streams its answer back. The method, path, query and body (at most 4 MiB) are passed on unchanged. The headers passed on are `accept`, `accept-language`, `content-type`, `if-match`, `if-none-match`, `prefer` and those that the provider needs. A header or parameter that could carry a credential, override the method or wrap several requests is a 400.\n\nAn API key needs a live grant (`createGrant`), whatever its role. With a session, an effective member may read, and an effective admin may do what the `access` of the integration allows; with a session cookie every method needs a trusted `Origin`. A request that may change something needs `manage`.\n\n`Patchbay-Relay` says who answered: `provider`, with the provider's own status, or `refused`, with a problem from Patchbay. An integration that is not `active` is a 409. If the provider's answer breaks off, so does this one: the connection ends without the last chunk.";

const shared = {
  group: 'uses',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/relay/{api}/{path}',
  description,
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.useIntegrations,
  assistant: never('is for programs and browsers'),
  limits: [
    { name: 'relayPerIntegration', per: perIntegration, countsRefused: true },
    { name: 'relayPerOrganization', per: perOrganizationOfCaller },
  ],
  params: relayParams,
  answer: {
    status: 200,
    description: 'What the provider answers',
    stream: 'relay',
    streamsPer: perOrganizationOfCaller,
    headers: { 'Patchbay-Relay': '`provider`; `refused` where Patchbay itself answers, with a problem.' },
    schema: RelayedBody,
    example: '{"results":[{"text":"winter coats"}]}',
  },
  problems: ['conflict', 'forbidden'],
  handle(
    {
      params,
      search,
      body,
      request,
      callOptions,
    }: Pick<
      OperationRequest<'session or key', Params, unknown, unknown>,
      'params' | 'search' | 'body' | 'request' | 'callOptions'
    >,
    { relay }: Services,
  ) {
    return () =>
      relay(
        {
          ...integrationOf(params),
          api: params.api,
          method: request.method ?? 'GET',
          path: params.path,
          query: search,
          headers: forwardedHeaders(request.headers),
        },
        body as Uint8Array,
        { ...callOptions, timeoutMs },
      );
  },
} as const;

const examples = { params: relayParamsExample };
const withBody = {
  body: RelayedBody,
  examples: { ...examples, body: '{"keywords":["winter coats"]}' },
};

export const relayGet = defineOperation({
  ...shared,
  id: 'relayGet',
  method: 'GET',
  summary: 'Relay a GET or HEAD request',
  examples: { params: { ...relayParamsExample, path: 'googleAdsFields/campaign.id' } },
  audit: ['integration.used'],
});
export const relayPost = defineOperation({
  ...shared,
  ...withBody,
  id: 'relayPost',
  method: 'POST',
  summary: 'Relay a POST request',
  // Ad systems read by POST too.
  audit: ['integration.request_sent', 'integration.used'],
});
export const relayPut = defineOperation({
  ...shared,
  ...withBody,
  id: 'relayPut',
  method: 'PUT',
  summary: 'Relay a PUT request',
  audit: ['integration.request_sent'],
});
export const relayPatch = defineOperation({
  ...shared,
  ...withBody,
  id: 'relayPatch',
  method: 'PATCH',
  summary: 'Relay a PATCH request',
  audit: ['integration.request_sent'],
});
export const relayDelete = defineOperation({
  ...shared,
  examples,
  id: 'relayDelete',
  method: 'DELETE',
  summary: 'Relay a DELETE request',
  audit: ['integration.request_sent'],
});
