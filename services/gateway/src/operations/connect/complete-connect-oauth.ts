import type { FailureCode } from '@patchbay/errors/failure';
import { z } from 'zod';
import { Redirect } from '../../answer/answer.ts';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { attemptTimeoutMs } from '../integrations/integration.ts';

/** The person may open the connect link again; after any other failure that would not help. */
const outages: ReadonlySet<FailureCode> = new Set(['unavailable', 'timeout']);

/** The outcomes after which somebody may ask for help. */
const unfortunate = new Set(['failed', 'retry', 'used', 'expired']);

/**
 * Adds the request id to the address of a page of the Portal that says what went wrong, for people to quote. It is in the fragment,
 * beside the reason, which browsers send to no server. Other addresses stay as they are: a return address is somebody else's.
 */
export function withRequestId(location: string, portalUrl: string, requestId: string): string {
  const page = `${portalUrl}/connect/outcome?`;
  if (!location.startsWith(page)) return location;
  const url = new URL(location);
  if (!unfortunate.has(url.searchParams.get('outcome') ?? '')) return location;
  url.hash = url.hash === '' ? `requestId=${requestId}` : `${url.hash}&requestId=${requestId}`;
  return url.href;
}

export const completeConnectOauth = defineOperation({
  id: 'completeConnectOauth',
  group: 'connect',
  method: 'GET',
  path: '/v1/connect/oauth/callback',
  summary: 'Complete a consent at the provider',
  description:
    "Where the provider sends the browser back to, with `code` or `auth_code`, `state`, `error`, `error_description` and parameters of its own, which are ignored. Clients do not call it. Sends the browser to the integration's `returnUrl` with `status` (`connected` or `error`), `integrationId` and, where it failed, `error` in the query: `access_denied`, `provider_refused`, `no_accounts`, `temporarily_unavailable`, `not_configured` or `invalid_request`. Without a `returnUrl`, and where it is not certain which connection this is, it leads to a page of the Portal with `outcome`: `connected`, `declined`, `failed`, `retry` or `used`. Where the client can choose accounts, the fragment of that page has a `choice`, the `token` of `listConnectAccounts` and `setConnectAccounts`.",
  credentials: 'none',
  access: { scope: 'public' },
  limits: [{ name: 'connectPerAddress', per: 'address' }],
  // Not strict: providers add parameters of their own (RFC 6749). It names none, because integration parses the raw query.
  query: z.object({}),
  answer: { status: 302, description: 'On to the return address or to a page of the Portal' },
  assistant: never('shows or takes a credential'),
  audit: ['integration.connected', 'integration.connect_failed', 'grant.revoked'],
  problems: ['rate_limited'],
  redirectFailure: ({ code }, { portalUrl }, requestId) => {
    const outcome = outages.has(code) ? 'retry' : 'failed';
    return new Redirect(
      withRequestId(`${portalUrl}/connect/outcome?outcome=${outcome}`, portalUrl, requestId),
    );
  },
  async handle({ search, callOptions, requestId }, { connect, portalUrl }) {
    const { location } = await connect.completeConnectOauth(
      { query: search },
      { ...callOptions, timeoutMs: attemptTimeoutMs },
    );
    return new Redirect(withRequestId(location, portalUrl, requestId));
  },
});
