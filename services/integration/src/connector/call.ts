import { type Json, parseJson } from '@patchbay/outgoing/json';
import { type Outgoing, OutgoingError } from '@patchbay/outgoing/outgoing';
import type { AuthMethod } from '../providers/descriptor.ts';
import { failureOf } from './classify.ts';
import { ProviderFailure } from './failure.ts';

/** The kind of endpoint, which decides what a status means: the one that issues tokens, the one that revokes them, or any other. */
export type Endpoint = 'token' | 'api' | 'revoke';

export interface ProviderRequest {
  readonly at: Endpoint;
  /** Default GET, or POST where there is a body. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The provider's own address: `endpoints` of the installation are applied to it. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body of type `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string>>;
  /** A body of type `application/json`. */
  readonly json?: Json;
  readonly signal: AbortSignal;
}

export interface ProviderAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the answer is not JSON. */
  readonly body: Json | undefined;
  readonly text: string;
}

/**
 * The provider's own meaning of an answer: `ok`, a failure, or undefined where the rules common to all providers apply. It sees
 * every answer, also those of status 200: some providers send errors with it.
 */
export type Classify = (answer: ProviderAnswer, at: Endpoint) => ProviderFailure | 'ok' | undefined;

/** Sends a request. Resolves with a good answer; any other is a `ProviderFailure`. */
export type Call = (request: ProviderRequest) => Promise<ProviderAnswer>;

export interface CallOptions {
  readonly provider: string;
  readonly authMethod: AuthMethod;
  readonly outgoing: Outgoing;
  /** Replaces addresses as this installation is configured. */
  readonly address: (url: string) => string;
  readonly atOnce?: number;
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

export function createCall({ provider, authMethod, outgoing, address, atOnce, classify }: CallOptions): Call {
  return async (request) => {
    const { body, type } = bodyOf(request);
    const sent = await outgoing
      .send({
        target: provider,
        method: request.method ?? (body === undefined ? 'GET' : 'POST'),
        url: address(withQuery(request.url, request.query)),
        headers: { accept: 'application/json', ...(type && { 'content-type': type }), ...request.headers },
        ...(body !== undefined && { body }),
        ...(atOnce !== undefined && { atOnce }),
        signal: request.signal,
      })
      .catch((error: unknown) => {
        throw toFailure(error);
      });
    const answer: ProviderAnswer = { ...sent, body: parseJson(sent.text) };
    const own = classify?.(answer, request.at);
    if (own === 'ok') return answer;
    const failure = own ?? failureOf(answer, request.at, authMethod);
    if (failure !== undefined) throw failure;
    return answer;
  };
}
