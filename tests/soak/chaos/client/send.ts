import { Agent, request } from 'node:http';
import type { Attempt } from '../ledger/change.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly session?: string;
  readonly apiKey?: string;
  readonly idempotencyKey?: string;
}

export interface Sent {
  readonly attempt: Attempt;
  /** Parsed JSON, or undefined; text for other media types. */
  readonly body: unknown;
  readonly replayed: boolean;
}

export interface Sender {
  /** Sends a request once. Never rejects. */
  send(request: Request): Promise<Sent>;
  /** How many requests had this status. */
  readonly statuses: ReadonlyMap<number | 'lost', number>;
  /** Called with every request when it has ended. */
  onEnd(listener: (attempt: Attempt) => void): void;
  close(): void;
}

/** Longer than the gateway waits for a service (5 s each for two calls), so that it is the gateway that answers. */
const timeoutMs = 15_000;

const headersOf = (
  { session, apiKey, idempotencyKey }: Request,
  requestId: string,
  text: string | undefined,
): Record<string, string> => ({
  'x-request-id': requestId,
  ...(session !== undefined && { authorization: `Bearer ${session}` }),
  ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(text !== undefined && {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }),
});

const parse = (text: string, type = ''): unknown =>
  text === '' ? undefined : type.includes('json') && !type.includes('ndjson') ? JSON.parse(text) : text;

/**
 * A client of the gateway that never sends anything twice by itself: `node:http` repeats no request, whereas `fetch` may.
 * Request ids are unique within a run and begin with `run`.
 */
export function createSender(address: string, run: string): Sender {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number | 'lost', number>();
  const listeners: ((attempt: Attempt) => void)[] = [];
  let sent = 0;

  const exchange = (wanted: Request, requestId: string) =>
    new Promise<{ status: number | 'lost'; body: unknown; replayed: boolean }>((resolve) => {
      const text = wanted.body === undefined ? undefined : JSON.stringify(wanted.body);
      const lost = (): void => resolve({ status: 'lost', body: undefined, replayed: false });
      const outgoing = request(
        `${address}${wanted.path}`,
        {
          agent,
          method: wanted.method,
          headers: headersOf(wanted, requestId, text),
          signal: AbortSignal.timeout(timeoutMs),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', lost);
          response.on('end', () => {
            if (!response.complete) return lost();
            const { 'content-type': type, 'idempotency-replayed': marked } = response.headers;
            const body = parse(Buffer.concat(chunks).toString(), type);
            resolve({ status: response.statusCode ?? 'lost', body, replayed: marked === 'true' });
          });
        },
      );
      outgoing.on('error', lost);
      outgoing.end(text);
    });

  return {
    statuses,
    onEnd: (listener) => void listeners.push(listener),
    close: () => agent.destroy(),
    async send(wanted) {
      sent += 1;
      const requestId = `${run}-${sent}`;
      const sentAt = Date.now();
      const { status, body, replayed } = await exchange(wanted, requestId);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const attempt = { requestId, sentAt, endedAt: Date.now(), status };
      for (const listener of listeners) listener(attempt);
      return { attempt, body, replayed };
    },
  };
}
