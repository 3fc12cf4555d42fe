import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of the API. The body is parsed JSON; undefined if it was empty. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Api {
  get<Body = Record<string, unknown>>(path: string): Promise<Answer<Body>>;
  post<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<Answer<Body>>;
  put<Body = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<Body>>;
  patch<Body = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<Body>>;
  delete<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<Answer<Body>>;
  /** The same client with a session token as bearer. */
  withSession(token: string): Api;
  /** The same client with an API key. */
  withKey(key: string): Api;
  /** The same client with an Idempotency-Key. */
  withIdempotencyKey(key: string): Api;
}

/** An HTTP client of the API. It retries nothing, so that a test sees every answer; a request times out after 20 s. */
export function apiAt(address: string, headers: Record<string, string> = {}): Api {
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : undefined) as Body,
    };
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path, body) => send('DELETE', path, body),
    withSession: (token) => apiAt(address, { ...headers, authorization: `Bearer ${token}` }),
    withKey: (key) => apiAt(address, { ...headers, 'x-api-key': key }),
    withIdempotencyKey: (key) => apiAt(address, { ...headers, 'idempotency-key': key }),
  };
}

export interface AuditLog {
  readonly occurredAt: string;
  readonly id: string;
  readonly action: string;
  readonly workspace: { slug: string; name: string } | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly actor: { type: string; id: string | null; email: string | null; name: string | null };
  readonly target: { type: string; id: string; name: string };
  readonly changes: { field: string; before: unknown; after: unknown }[];
  readonly requestId: string | null;
  readonly traceId: string | null;
  readonly sequence: number;
  readonly hash: string;
  readonly previousHash: string;
}

/** All audit logs of an organization, oldest first. */
export async function trailOf(api: Api, slug: string): Promise<AuditLog[]> {
  const entries: AuditLog[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer: Answer<{ auditLogs: AuditLog[]; nextCursor: string | null }> = await api.get(
      `/v1/organizations/${slug}/audit-logs?${query}`,
    );
    if (answer.status !== 200) throw new Error(`the trail answered ${answer.status}`);
    entries.push(...answer.body.auditLogs);
    cursor = answer.body.nextCursor;
  }
  return entries.toReversed();
}

/** Polls the trail until `complete` accepts it; after `withinMs` returns the last one anyway. On a slow machine it may not be answered at first. */
export async function trailWhen(
  api: Api,
  slug: string,
  complete: (trail: AuditLog[]) => boolean,
  withinMs = 120_000,
): Promise<AuditLog[]> {
  const end = Date.now() + withinMs;
  for (;;) {
    const isOver = Date.now() > end;
    const trail = await trailOf(api, slug).catch((error: unknown) => {
      if (isOver) throw error;
    });
    if (trail !== undefined && (isOver || complete(trail))) return trail;
    await sleep(100);
  }
}

/** RFC 8785 for the values of audit logs. Does not use the service's code, to prove that clients can verify the chain. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
    const members = names.map(
      (name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The hash of an entry, which is given without its `hash`. */
export const hashOf = (entry: object): string => createHash('sha256').update(canonical(entry)).digest('hex');

/** The sequence of the first entry that does not continue the hash chain; undefined if the whole trail is intact. */
export function firstBrokenLink(
  trail: readonly { hash: string; previousHash: string; sequence: number }[],
): number | undefined {
  let previousHash = '0'.repeat(64);
  for (const [index, entry] of trail.entries()) {
    const { hash, ...rest } = entry;
    if (entry.sequence !== index + 1 || entry.previousHash !== previousHash || hash !== hashOf(rest))
      return entry.sequence;
    previousHash = hash;
  }
  return undefined;
}
