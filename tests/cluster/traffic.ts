import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, apiAt } from '../api.ts';
import type { Told } from './story.ts';

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
  readonly told: Told;
  /** The beginning of the names that it gives. */
  readonly prefix: string;
}

/** Milliseconds between two requests of a client, from its answer to its next request. */
const pauseMs = 100;
/** Ends by itself, whatever happens. */
const maxRequestsPerClient = 20_000;

interface Request {
  readonly what: string;
  readonly send: (name: string) => Promise<Answer>;
  /** Of a change. */
  readonly action?: string;
}

/**
 * At least one request for each service, and one for each way through them. What changes something renames it: there are bounds to how
 * much can be created.
 */
function requestsOf({ gateway, portal, told }: TrafficOptions): Request[] {
  const { api, workspace, integration, organizationSlug } = told;
  const page = async (): Promise<Answer> => {
    const answer = await fetch(`${portal}/sign-in`, { signal: AbortSignal.timeout(20_000) });
    return { status: answer.status, headers: answer.headers, body: { page: (await answer.text()).length } };
  };
  const rename = (path: string, action: string): Request => ({
    what: `PATCH ${path}`,
    action,
    send: (name) => api.patch(path, { name }),
  });
  return [
    { what: 'GET /v1/me', send: () => api.get('/v1/me') },
    rename('/v1/me', 'user.updated'),
    rename(workspace, 'workspace.updated'),
    rename(integration, 'integration.updated'),
    { what: 'GET integrations', send: () => api.get(`${workspace}/integrations`) },
    {
      what: 'GET audit-logs',
      send: () => api.get(`/v1/organizations/${organizationSlug}/audit-logs?limit=20`),
    },
    { what: 'GET /health', send: () => apiAt(gateway).get('/health') },
    { what: 'GET a page', send: page },
  ];
}

/** Steady requests by one client for each kind, until `end`. None is repeated. */
export function startTraffic(options: TrafficOptions): Traffic {
  const failures: string[] = [];
  const acknowledged: Change[] = [];
  let [requests, slowestMs] = [0, 0];
  const ending = new AbortController();
  const client = async ({ what, send, action }: Request): Promise<void> => {
    for (let number = 1; number <= maxRequestsPerClient && !ending.signal.aborted; number += 1) {
      const name = `${options.prefix} ${number}`;
      const begun = performance.now();
      const answer = await send(name).catch((error: Error) => ({
        status: 0,
        body: { failure: error.message },
      }));
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      requests += 1;
      if (answer.status !== 200) {
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
