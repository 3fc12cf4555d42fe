import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@patchbay/testing/wait';
import { type Answer, apiAt } from '../api.ts';
import type { Told } from './story/tell-story.ts';
import { changePath, relayedChange, relayedRead } from './story/use-connection.ts';

/** What a run of traffic found. */
export interface TrafficResult {
  readonly requests: number;
  /** Every answer that was not the expected one. */
  readonly failures: readonly Failure[];
  /** Milliseconds, as seen through the tunnel. */
  readonly slowestMs: number;
  /** Changes that were answered as made. */
  readonly acknowledged: readonly Change[];
  /** Changes without such an answer: nobody was told whether they were made. */
  readonly unacknowledged: readonly Change[];
}

export interface Failure {
  readonly kind: Kind;
  /** 0: no answer. */
  readonly status: number;
  /** Requests of this client that have failed without one that did not, this one included. */
  readonly inARow: number;
  /** With its time, for people. */
  readonly text: string;
}

export interface Change {
  /** Of its entry in the trail. */
  readonly action: string;
  /** What tells it from all others there: the name that something was given, or the path of a relayed request. */
  readonly mark: string;
}

/**
 * Which services answer: a page comes from the Portal alone, a relayed request passes the relay besides all others, and `/health` asks every
 * service, each for at most a second.
 */
export type Kind = 'api' | 'relay' | 'page' | 'health';

export interface Traffic {
  /** Resolves when every client has got the expected answer to a request that was sent after the call. */
  recovered(): Promise<void>;
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
  readonly kind: Kind;
  readonly send: (number: number) => Promise<Answer>;
  /** Of a change. */
  readonly change?: (number: number) => Change;
}

/**
 * At least one request for each service, and one for each way through them. What changes something renames it: there are bounds to how
 * much can be created.
 */
function requestsOf({ gateway, portal, told, prefix }: TrafficOptions): Request[] {
  const { api, keyApi, workspace, integration, organization } = told;
  const page = async (): Promise<Answer> => {
    const answer = await fetch(`${portal}/sign-in`, { signal: AbortSignal.timeout(60_000) });
    return { status: answer.status, headers: answer.headers, body: { page: (await answer.text()).length } };
  };
  const read = (path: string): Request => ({
    what: `GET ${path}`,
    kind: 'api',
    send: () => api.get(path),
  });
  const nameOf = (number: number): string => `${prefix} ${number}`;
  const rename = (path: string, action: string): Request => ({
    what: `PATCH ${path}`,
    kind: 'api',
    send: (number) => api.patch(path, { name: nameOf(number) }),
    change: (number) => ({ action, mark: nameOf(number) }),
  });
  // Digits alone, and no two of them the same in all of the run.
  const begun = Date.now();
  const adSetOf = (number: number): string => `${begun}${String(number).padStart(6, '0')}`;
  return [
    read('/v1/me'),
    rename('/v1/me', 'user.updated'),
    rename(workspace, 'workspace.updated'),
    rename(integration, 'integration.updated'),
    read(`${workspace}/integrations`),
    read(`${organization}/audit-logs?limit=20`),
    read(`${organization}/webhooks`),
    { what: 'GET /health', kind: 'health', send: () => apiAt(gateway).get('/health') },
    { what: 'GET a page', kind: 'page', send: page },
    { what: 'a relayed read', kind: 'relay', send: () => relayedRead(keyApi, integration) },
    {
      what: 'a relayed change',
      kind: 'relay',
      send: (number) => relayedChange(keyApi, integration, adSetOf(number)),
      change: (number) => ({ action: 'integration.request_sent', mark: changePath(adSetOf(number)) }),
    },
  ];
}

/** Steady requests by one client for each kind, until `end`. None is repeated. */
export function startTraffic(options: TrafficOptions): Traffic {
  const failures: Failure[] = [];
  const acknowledged: Change[] = [];
  const unacknowledged: Change[] = [];
  let [requests, slowestMs] = [0, 0];
  const ending = new AbortController();
  const clients = requestsOf(options).map((request) => ({ request, lastSuccess: 0 }));
  const run = async (client: (typeof clients)[number]): Promise<void> => {
    const { what, kind, send, change } = client.request;
    let inARow = 0;
    for (let number = 1; number <= maxRequestsPerClient && !ending.signal.aborted; number += 1) {
      const begun = performance.now();
      const answer = await send(number).catch((error: Error) => ({
        status: 0,
        body: { failure: error.message },
      }));
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      requests += 1;
      inARow = answer.status === 200 ? 0 : inARow + 1;
      if (answer.status === 200) client.lastSuccess = begun;
      else {
        const text = `${new Date().toISOString()} ${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
        failures.push({ kind, status: answer.status, inARow, text });
      }
      if (change !== undefined) (answer.status === 200 ? acknowledged : unacknowledged).push(change(number));
      await sleep(pauseMs);
    }
  };
  const running = Promise.all(clients.map(run));
  return {
    async recovered() {
      const since = performance.now();
      const waits = (): string[] =>
        clients.filter(({ lastSuccess }) => lastSuccess < since).map(({ request }) => request.what);
      await waitFor(() => waits().length === 0, { what: 'answers to all requests', timeoutMs: 300_000 });
    },
    async end() {
      ending.abort();
      await running;
      return { requests, failures, slowestMs, acknowledged, unacknowledged };
    },
  };
}
