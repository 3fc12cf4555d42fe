import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../random.ts';
import {
  type Attempt,
  type Change,
  type Effect,
  isUncertain,
  type Ledger,
  type Outcome,
  type UnknownBecause,
  type Write,
} from './ledger.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
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
      const outgoing = httpRequest(
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

/** A change before it is sent. `Body` is that of the answer. */
export interface Plan<Body> extends Pick<Change, 'operation' | 'actor' | 'mail' | 'membership'> {
  readonly request: Request;
  /** What it leaves in trails; `body` is undefined where the answer was lost. */
  effects(body: Body | undefined): readonly Effect[];
  /** What the API shows afterwards. Default: nothing new. */
  writes?(body: Body | undefined): readonly Write[];
  /** Whether it creates something: then it has an Idempotency-Key. */
  readonly creates?: boolean;
  /** Statuses of refusals that are right. Default: none. */
  readonly refusals?: readonly number[];
  /**
   * A status that, after an attempt without an answer, means that this attempt has done it (`acknowledged`) or may have
   * (`unknown`): a member who is removed already, a link that is spent already.
   */
  readonly afterLoss?: { readonly status: number; readonly means: 'acknowledged' | 'unknown' };
  /** After the first attempt without an answer the client does not try again. */
  readonly givesUp?: boolean;
}

export interface Performed<Body> {
  readonly change: Change;
  readonly outcome: Outcome;
  readonly body: Body | undefined;
  /** An attempt has no answer: it may be executed later than now. */
  readonly uncertain: boolean;
}

/** An acknowledged creation and the request that made it. */
export interface Creation {
  readonly change: Change;
  readonly request: Request;
}

export interface ClientParts {
  readonly sender: Sender;
  readonly ledger: Ledger;
  /** For retries, keys and replays alone: how often they are drawn depends on answers. */
  readonly random: Random;
  /** Filled with every acknowledged creation, for replays at the end. */
  readonly creations: Creation[];
  /** Aborted when clients stop trying again. */
  readonly end: AbortSignal;
}

const retryMs = { min: 100, max: 700 };
/** How long a 409 after a lost attempt can mean that this attempt is still running. */
const runningMs = 20_000;

/** Sends a change until its outcome is known, as a good client does, and enters it into the ledger. */
export async function perform<Body>(parts: ClientParts, plan: Plan<Body>): Promise<Performed<Body>> {
  const { sender, ledger, random, end } = parts;
  const number = ledger.nextNumber();
  const key = plan.creates ? `${plan.operation}-${number}-${random.between(1, 1e9)}` : undefined;
  const request = { ...plan.request, ...(key !== undefined && { idempotencyKey: key }) };
  const attempts: Attempt[] = [];
  let answer: { status: number; body: unknown } | undefined;
  let outcome: Outcome = 'unknown';
  let unknownBecause: UnknownBecause = 'never answered';
  for (;;) {
    const { attempt, body } = await sender.send(request);
    const lostBefore = attempts.some(isUncertain);
    attempts.push(attempt);
    const { status } = attempt;
    if (typeof status === 'number' && status < 300) {
      [outcome, answer] = ['acknowledged', { status, body }];
      break;
    }
    if (!isUncertain(attempt)) {
      const stillRunning = status === 409 && lostBefore && key !== undefined;
      const waited = Date.now() - (attempts[0]?.sentAt ?? 0);
      if (!stillRunning || waited > runningMs) {
        outcome = lostBefore && plan.afterLoss?.status === status ? plan.afterLoss.means : 'refused';
        unknownBecause = 'ambiguous';
        break;
      }
    }
    if (plan.givesUp) unknownBecause = 'gave up';
    if (plan.givesUp || end.aborted) break;
    await sleep(random.between(retryMs.min, retryMs.max));
  }
  const body = answer?.body as Body | undefined;
  const last = attempts.at(-1)?.status;
  const change: Change = {
    number,
    operation: plan.operation,
    actor: plan.actor,
    ...(key !== undefined && { key }),
    attempts,
    outcome,
    ...(outcome === 'unknown' && { unknownBecause }),
    ...(answer && { answer }),
    replays: [],
    unexpected: outcome === 'refused' && !plan.refusals?.includes(Number(last)),
    effects: plan.effects(body),
    writes: plan.writes?.(body) ?? [],
    ...(plan.mail && { mail: plan.mail }),
    ...(plan.membership && { membership: plan.membership }),
  };
  ledger.add(change);
  // Now and then the answer is asked for again, by a client that is not sure that it has stored it.
  if (answer && key !== undefined) {
    parts.creations.push({ change, request });
    if (random.chance(0.15)) await replay(parts, { change, request });
  }
  return { change, outcome, body, uncertain: attempts.some(isUncertain) };
}

/**
 * Sends a creation again with its key until there is an answer, and enters it. A 409 while an attempt without an answer may
 * still be running is none.
 */
export async function replay(
  { sender, random, end }: Pick<ClientParts, 'sender' | 'random' | 'end'>,
  { change, request }: Creation,
): Promise<void> {
  const begunAt = Date.now();
  for (;;) {
    const { attempt, body, replayed } = await sender.send(request);
    const { status, requestId } = attempt;
    const lostBefore = [...change.attempts, ...change.replays].some(isUncertain);
    const stillRunning = status === 409 && lostBefore && Date.now() - begunAt < runningMs;
    if (!stillRunning) change.replays.push({ requestId, status, body, marked: replayed });
    if (end.aborted || !(stillRunning || isUncertain(attempt))) return;
    await sleep(random.between(retryMs.min, retryMs.max));
  }
}
