import { Failure } from '@patchbay/errors/failure';
import { isWellFormedApiKey, prefixOf } from '@patchbay/tokens/api-key';
import { digestOf } from '@patchbay/tokens/token';
import { acceptKey } from '../credentials/authenticate.ts';
import { credentialIn } from '../credentials/credential.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { SessionCookie } from '../request/cookie.ts';
import type { Exchange } from '../request/exchange.ts';
import { type Identified, KeyNotRead, type Permitted, type Received } from '../request/stages.ts';
import { ownerIn } from './group.ts';
import type { Operation } from './operation.ts';

/** Organization stores the keys, and reads one in the query that resolves its access. A read that is refused afterwards has changed nothing. */
const readsItsKey = (operation: Operation): boolean =>
  operation.method === 'GET' &&
  ownerIn(operation) === 'organization' &&
  operation.credentials === 'session or key' &&
  operation.limits === undefined &&
  operation.fresh === undefined;

/** The request with its key, where the operation reads that itself; undefined where the caller is authenticated first. */
export function withKeyToRead(
  received: Received,
  operation: Operation,
  cookie: SessionCookie,
): (Identified & { readonly caller: undefined }) | undefined {
  if (!readsItsKey(operation)) return undefined;
  const credential = credentialIn(received.exchange.request.headers, cookie);
  if (credential?.type !== 'key' || !isWellFormedApiKey(credential.key)) return undefined;
  const digest = Buffer.from(digestOf(credential.key)).toString('base64url');
  const keyToRead = { digest, authentication: undefined };
  received.exchange.known = { keyPrefix: prefixOf(credential.key) };
  return { ...received, caller: undefined, session: undefined, keyAccess: undefined, keyToRead };
}

/** What a request is refused with whose answer does not say who its key is. */
async function withoutKey(
  exchange: Exchange,
  outcome: PromiseSettledResult<unknown>,
  limiter: Limiter,
): Promise<unknown> {
  const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
  if (!(reason instanceof Failure) || reason.code === 'internal') return new KeyNotRead();
  if (reason.code === 'unauthenticated') await limiter.countFailureOrRefuse(exchange);
  return reason;
}

/**
 * Runs the handler of a request with a key that it reads, and then refuses in the order in which requests are refused: a key that does
 * not work, a level that is not accepted, the limit of the key, and only then what the handler refuses.
 */
export async function readKeyWith<Result>(
  permitted: Permitted,
  operation: Operation,
  limiter: Limiter,
  handle: () => Promise<Result>,
): Promise<Result> {
  const { exchange, keyToRead } = permitted;
  if (keyToRead === undefined) return handle();
  const [outcome] = await Promise.allSettled([handle()]);
  const { authentication } = keyToRead;
  if (authentication === undefined) throw await withoutKey(exchange, outcome, limiter);
  const caller = acceptKey(exchange, authentication, operation);
  await limiter.countCaller(exchange, caller);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
