import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import type { PortalConfig } from './config.ts';

export interface Parts {
  readonly logger: Logger;
}

const dist = new URL('../web/dist/', import.meta.url);
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Composes the Portal; it listens once its components are started. */
export function build(config: PortalConfig, _parts: Parts): { readonly components: readonly Component[] } {
  const { publicUrl } = config;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `connect-src ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const html = readFileSync(new URL('index.html', dist), 'utf8');
  const settings = { apiUrl: publicUrl, signInProviders: [] };
  const page = html.replace('{{settings}}', () => escaped(JSON.stringify(settings)));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://portal');
    response.setHeader('content-security-policy', policy);
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('x-content-type-options', 'nosniff');
    const type = types[extname(pathname)];
    if (type !== undefined && /^\/(assets\/)?[\w.-]+$/.test(pathname)) {
      response.setHeader('content-type', type);
      response.end(readFileSync(new URL(`.${pathname}`, dist)));
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  const http: Component = {
    name: 'http',
    async start() {
      server.listen(config.port, config.host);
      await once(server, 'listening');
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return { components: [http] };
}
