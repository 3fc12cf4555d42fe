import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Api, apiAt } from '../api.ts';

/** What a run of traffic found, by kind of request. */
export interface TrafficResult {
  readonly requests: number;
  /** Every answer that was not the expected one: its request and what came. */
  readonly failures: readonly string[];
  /** Milliseconds, as seen through the tunnel. */
  readonly slowestMs: number;
  /** Changes that were answered as made; each must be in the trail once. */
  readonly acknowledged: readonly Change[];
}

export interface Change {
  readonly action: string;
  /** What tells it from all others in the trail: the name that something was given. */
  readonly name: string;
}

export interface Traffic {
  end(): Promise<TrafficResult>;
}

export interface TrafficOptions {
  readonly gateway: string;
  readonly portal: string;
  readonly api: Api;
  readonly organizationSlug: string;
  /** The beginning of the names that it gives. */
  readonly prefix: string;
}

/** Milliseconds between two requests of a client, from its answer to its next request. */
const pauseMs = 100;
/** Ends by itself, whatever happens. */
const maxRequestsPerClient = 20_000;

interface Request {
  readonly what: string;
  readonly status: number;
  readonly send: (name: string) => Promise<Answer>;
  /** Of a change. */
  readonly action?: string;
}

/** At least one request for each service, and one for each way through them. */
function requestsOf({ gateway, portal, api, organizationSlug }: TrafficOptions): Request[] {
  const organization = `/v1/organizations/${organizationSlug}`;
  const integrations = `${organization}/workspaces/spring/integrations`;
  const page = async (): Promise<Answer> => {
    const answer = await fetch(`${portal}/sign-in`, { signal: AbortSignal.timeout(20_000) });
    return { status: answer.status, headers: answer.headers, body: { page: (await answer.text()).length } };
  };
  return [
    { what: 'GET /v1/me', status: 200, send: () => api.get('/v1/me') },
    {
      what: 'PATCH /v1/me',
      status: 200,
      action: 'user.updated',
      send: (name) => api.patch('/v1/me', { name }),
    },
    {
      what: 'POST workspaces',
      status: 201,
      action: 'workspace.created',
      send: (name) =>
        api.post(`${organization}/workspaces`, { name, slug: name.toLowerCase().replaceAll(' ', '-') }),
    },
    { what: 'GET integrations', status: 200, send: () => api.get(integrations) },
    {
      what: 'POST integrations',
      status: 201,
      action: 'integration.created',
      send: (name) => api.post(integrations, { provider: 'criteo', name }),
    },
    { what: 'GET audit-logs', status: 200, send: () => api.get(`${organization}/audit-logs?limit=20`) },
    { what: 'GET /health', status: 200, send: () => apiAt(gateway).get('/health') },
    { what: 'GET a page', status: 200, send: page },
  ];
}

/** Steady requests by one client for each kind, until `end`. None is repeated. */
export function startTraffic(options: TrafficOptions): Traffic {
  const failures: string[] = [];
  const acknowledged: Change[] = [];
  let [requests, slowestMs] = [0, 0];
  const ending = new AbortController();
  const client = async ({ what, status, send, action }: Request): Promise<void> => {
    for (let number = 1; number <= maxRequestsPerClient && !ending.signal.aborted; number += 1) {
      const name = `${options.prefix} ${what.split(' ')[1]?.replaceAll(/\W/g, '')} ${number}`;
      const begun = performance.now();
      const answer = await send(name).catch((error: Error) => ({
        status: 0,
        body: { failure: error.message },
      }));
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      requests += 1;
      if (answer.status !== status) {
        failures.push(`${new Date().toISOString()} ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
      } else if (action !== undefined) acknowledged.push({ action, name });
      await sleep(pauseMs);
    }
  };
  const running = Promise.all(requestsOf(options).map(client));
  return {
    async end() {
      ending.abort();
      await running;
      return { requests, failures, slowestMs, acknowledged };
    },
  };
}
