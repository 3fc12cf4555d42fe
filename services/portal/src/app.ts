import { randomBytes } from 'node:crypto';
import { createHttpServer, type HttpServer } from '@patchbay/http/http-server';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { type Bundle, createPage, readBundle } from './bundle.ts';
import type { PortalConfig } from './config.ts';
import { contentPolicy, pageHeaders, portalHeaders } from './headers.ts';
import { createLinkPreviews } from './link-previews.ts';
import { createListener } from './listener.ts';
import { markPaths } from './marks.ts';
import { createSignInProviders } from './workers/sign-in-providers.ts';

export interface Parts {
  readonly logger: Logger;
  /** Default: that of this package. */
  readonly bundle?: Bundle;
  readonly clock?: Clock;
}

export interface Portal {
  readonly server: HttpServer;
  readonly components: readonly Component[];
}

/** Short suspensions, whatever the number of failures: the gateway is our own service. */
const breaker = { suspendMs: 2_000, maxSuspendMs: 10_000 };

/** Composes the Portal; it listens once its components are started. */
export function build(
  config: PortalConfig,
  { logger, bundle = readBundle(), clock = systemClock }: Parts,
): Portal {
  const { publicUrl, portalUrl, gatewayUrl, trustedProxies, marks = new Map() } = config;
  const outgoing = createOutgoing({ logger, allowedOrigins: [gatewayUrl], breaker, clock });
  const signInProviders = createSignInProviders({ gatewayUrl, portalUrl, outgoing, logger, clock });
  const render = createPage(bundle);
  const headers = portalHeaders(publicUrl, portalUrl);
  const listener = createListener({
    files: new Map([...bundle.files, ...marks]),
    page: (route, { traceparent, preview, path }) => {
      const settings = {
        apiUrl: publicUrl,
        signInProviders: signInProviders.current(),
        ...(marks.size > 0 && { marks: markPaths(marks) }),
      };
      if (route === undefined || route.source !== undefined)
        return {
          body: render(route, { settings: { ...settings, traceparent }, preview }),
          headers: pageHeaders(publicUrl),
        };
      // Without a trace: the console is open for hours, and without a header of its own a read needs no preflight.
      const nonce = randomBytes(16).toString('base64');
      return {
        body: render(route, { settings, preview, nonce, path }),
        headers: [...pageHeaders(publicUrl), 'content-security-policy', contentPolicy(publicUrl, nonce)],
      };
    },
    linkPreviews: createLinkPreviews({ gatewayUrl, outgoing }),
    headers,
    trustedProxies,
    logger,
  });
  const server = createHttpServer(listener, config, { service: 'portal', headers, logger });
  return { server, components: [outgoing.component, signInProviders.component, server] };
}
