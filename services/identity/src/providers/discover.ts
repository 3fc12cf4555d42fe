import { SpanKind } from '@opentelemetry/api';
import { attributes } from '@patchbay/telemetry/attributes';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { ProviderName } from '../domain/provider-identity.ts';

/** Our registration at a provider. */
export interface ProviderClient {
  readonly provider: ProviderName;
  /** What is discovered; http on loopback alone. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends browsers back to, as it is registered there. */
  readonly redirectUri: string;
}

/** Seconds for each request to a provider: a person waits. */
const timeout = 4;
const tracer = tracerOf('identity');
const entraHost = 'https://login.microsoftonline.com';

/** Without a query: a code or a state has no place in a trace, and none of these requests has one in its address anyway. */
const tracedFetch =
  (provider: ProviderName): CustomFetch =>
  (url, { method, headers, body, redirect, signal }) =>
    inSpan(
      tracer,
      `${provider} ${new URL(url).pathname}`,
      { kind: SpanKind.CLIENT, attributes: { [attributes.httpMethod]: method } },
      async (span) => {
        const init = { method, headers, redirect, ...(signal && { signal }), ...(body && { body }) };
        const response = await fetch(url, init);
        span.setAttribute(attributes.httpStatus, response.status);
        return response;
      },
    );

/**
 * Microsoft has an issuer per tenant: the metadata's is a template, `…/{tenantid}/v2.0`, and a token's must be it with the
 * token's own tenant put in. openid-client checks exactly that, but for Microsoft's host alone; asked for there, metadata
 * of another address (a sovereign cloud, a simulator) is held to the same rule.
 */
function entraDiscovery(issuer: URL, fetchIt: CustomFetch): { server: URL; fetchIt: CustomFetch } {
  if (issuer.origin === entraHost) return { server: issuer, fetchIt };
  const metadata = /^https:\/\/login\.microsoftonline\.com(\/.*\.well-known\/openid-configuration)$/;
  return {
    server: new URL(issuer.pathname, entraHost),
    fetchIt: (url, options) => fetchIt(url.replace(metadata, `${issuer.origin}$1`), options),
  };
}

/** `common`, a domain or an id: the one segment in which the discovered and the configured issuer may differ. */
const withoutTenant = (issuer: string): string =>
  new URL(issuer.replace(/^(https?:\/\/[^/]+)\/[^/]+/, '$1')).href;

/** The provider's endpoints and keys, and how its tokens are to be checked: signature, issuer, audience and time. */
export async function discover({
  provider,
  issuer,
  clientId,
  clientSecret,
}: ProviderClient): Promise<Configuration> {
  const address = new URL(issuer);
  const direct = { server: address, fetchIt: tracedFetch(provider) };
  const { server, fetchIt } = provider === 'microsoft' ? entraDiscovery(address, direct.fetchIt) : direct;
  const configuration = await discovery(server, clientId, clientSecret, undefined, {
    [customFetch]: fetchIt,
    timeout,
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  const found = configuration.serverMetadata().issuer;
  if (provider === 'microsoft' && withoutTenant(found) !== withoutTenant(issuer)) {
    throw new Error('the metadata is of another issuer');
  }
  return configuration;
}
