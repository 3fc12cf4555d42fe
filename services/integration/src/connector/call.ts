import { AsyncLocalStorage } from 'node:async_hooks';
import { type Json, parseJson } from '@patchbay/outgoing/json';
import { type Outgoing, type OutgoingAnswer, OutgoingError } from '@patchbay/outgoing/outgoing';
import type { Clock } from '@patchbay/runtime/clock';
import type { Turn } from '@patchbay/runtime/turns';
import { type Classify, type Endpoint, failureOf, type ProviderAnswer } from './classify.ts';
import { type AuthMethod } from './credentials.ts';
import { ProviderFailure } from './failure.ts';

/** The value of an `Authorization` header (RFC 7617). */
export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export const bearerAuthorization = (token: string): string => `Bearer ${token}`;

/** The pattern of a field that is sent in a header, such as a token: visible ASCII without spaces. */
export const visibleAscii = '^[\\x21-\\x7e]+$';

/**
 * Whether a text can be sent as a header value. Line breaks would end the header, and other characters have no encoding there.
 */
export const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

interface ProviderRequest {
  readonly at: Endpoint;
  /** Default: GET, or POST with a body. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The documented address of the provider; `endpoints` of the installation may replace its prefix. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body of type `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string>>;
  /** A body of type `application/json`. */
  readonly json?: Json;
  readonly signal: AbortSignal;
}

/**
 * Sends a request. Resolves with a successful answer and throws a `ProviderFailure` for any other. A successful status whose body
 * is neither empty nor JSON is a failure at API and token endpoints: it is an HTML page, such as a maintenance notice.
 */
export type Call = (request: ProviderRequest) => Promise<ProviderAnswer>;

const organizations = new AsyncLocalStorage<string>();

/**
 * Requests to providers inside `work` are for this organization: connections that fail for one organization alone suspend a host for no
 * other (`libs/outgoing`). Connectors do not know whose connection they are given.
 */
export const forOrganization = <T>(organizationId: string, work: () => T): T =>
  organizations.run(organizationId, work);

/** Waits until one request more may be sent to the provider. Rejects with an `OutgoingError`. */
export type TakeTurn = (signal: AbortSignal) => Promise<Turn>;

interface CallOptions {
  readonly provider: string;
  readonly authMethod: AuthMethod;
  readonly outgoing: Pick<Outgoing, 'send'>;
  /** Replaces address prefixes by the `endpoints` of the installation. */
  readonly address: (url: string) => string;
  readonly clock: Pick<Clock, 'now'>;
  /** Default: as many as the outgoing client sends. */
  readonly takeTurn?: TakeTurn;
  readonly classify?: Classify;
}

function bodyOf({ form, json }: ProviderRequest): { body?: string; type?: string } {
  if (form !== undefined)
    return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' };
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  return {};
}

const withQuery = (url: string, query: ProviderRequest['query']): string =>
  query === undefined || Object.keys(query).length === 0
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;

const ownFaults: ReadonlySet<OutgoingError['failure']> = new Set(['address_refused']);

function toFailure(error: unknown): unknown {
  if (!(error instanceof OutgoingError)) return error;
  return new ProviderFailure(ownFaults.has(error.failure) ? 'client_refused' : 'unavailable', {
    code: error.failure,
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    cause: error,
  });
}

/** Header values may come from an earlier answer of the provider: a token or an id, for example. */
function demandHeaderValues(headers: ProviderRequest['headers'] = {}): void {
  if (!Object.values(headers).every(isHeaderValue))
    throw new ProviderFailure('unavailable', { code: 'a value cannot be sent in a header' });
}

const isUnreadable = ({ body, text }: ProviderAnswer, at: Endpoint): boolean =>
  at !== 'revoke' && body === undefined && text.trim() !== '';

export function createCall({
  provider,
  authMethod,
  outgoing,
  address,
  clock,
  takeTurn,
  classify,
}: CallOptions): Call {
  const read = (sent: OutgoingAnswer): ProviderAnswer => ({ ...sent, body: parseJson(sent.text) });

  const failureIn = (answer: ProviderAnswer, at: Endpoint): ProviderFailure | undefined => {
    const own = classify?.(answer, at, clock);
    if (own === 'ok') return undefined;
    const failure = own ?? failureOf(answer, at, authMethod);
    if (failure !== undefined || !isUnreadable(answer, at)) return failure;
    return new ProviderFailure('unavailable', { code: 'the answer is not JSON' });
  };

  const inTurn = async (
    signal: AbortSignal,
    send: () => Promise<OutgoingAnswer>,
  ): Promise<ProviderAnswer> => {
    let turn: Turn | undefined;
    try {
      turn = await takeTurn?.(signal);
      return read(await send());
    } catch (error) {
      throw toFailure(error);
    } finally {
      turn?.release();
    }
  };

  return async (request) => {
    demandHeaderValues(request.headers);
    const { body, type } = bodyOf(request);
    const organization = organizations.getStore();
    const answer = await inTurn(request.signal, () =>
      outgoing.send({
        target: provider,
        method: request.method ?? (body === undefined ? 'GET' : 'POST'),
        url: address(withQuery(request.url, request.query)),
        headers: { accept: 'application/json', ...(type && { 'content-type': type }), ...request.headers },
        ...(body !== undefined && { body }),
        ...(organization !== undefined && { organization }),
        signal: request.signal,
      }),
    );
    const failure = failureIn(answer, request.at);
    if (failure !== undefined) throw failure;
    return answer;
  };
}
