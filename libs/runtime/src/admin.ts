import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { telemetry } from '@patchbay/telemetry/telemetry';
import type { Component } from './component.ts';

export interface AdminOptions {
  readonly port: number;
  /** Defaults to every interface: probes come from outside the pod. */
  readonly host?: string | undefined;
  /** Names of the components that are not ready, with their reasons; empty means ready. */
  readonly notReady: () => Promise<Record<string, string>>;
  /** Names of the components whose background work does not proceed, with their reasons. Default: none. */
  readonly troubles?: () => Record<string, string>;
}

export interface Admin extends Component {
  /** The port it listens on, once started. */
  port(): number;
}

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
};

/** Serves `/livez`, `/readyz` and `/metrics` on a port for probes and Prometheus, apart from the port for callers. */
export function createAdmin({ port, host, notReady, troubles = () => ({}) }: AdminOptions): Admin {
  const background = () => {
    const names = troubles();
    return Object.keys(names).length > 0 && { background: names };
  };
  const server = createServer((request, response) => {
    switch (request.url?.split('?', 1)[0]) {
      case '/livez':
        return answer(response, 200, { status: 'ok' });
      case '/readyz':
        return void notReady().then(
          (reasons) =>
            Object.keys(reasons).length === 0
              ? answer(response, 200, { status: 'ok', ...background() })
              : answer(response, 503, { status: 'not ready', reasons, ...background() }),
          () => answer(response, 503, { status: 'not ready', ...background() }),
        );
      case '/metrics':
        return telemetry.serveMetrics
          ? telemetry.serveMetrics(request, response)
          : answer(response, 404, { status: 'telemetry was not started' });
      default:
        return answer(response, 404, { status: 'not found' });
    }
  });
  return {
    name: 'admin',
    port: () => (server.address() as AddressInfo).port,
    async start() {
      server.listen(port, host);
      await once(server, 'listening');
    },
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
