import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Rule } from '@patchbay/access/rules';
import type { LimitName, ReturnableLimitName } from '@patchbay/limits/rate-limits';
import { isRelay, type Streaming } from '../request/streaming.ts';
import type { Services } from '../services.ts';
import { perOrganization } from './per-organization.ts';

/** A valid request before its handler runs. `callOptions` is the same as the handler's, for calls without side effects. */
export interface CountedRequest<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The caller's; undefined where the service that owns the operation resolves access itself or needs none. */
  readonly access: Access | undefined;
  /** Of the person or key. */
  readonly callerId: string | undefined;
  readonly callOptions: CallOptions;
}

/** A limit whose counts may be given back. */
export interface InputLimit<P, Q, B> {
  readonly name: ReturnableLimitName;
  readonly per:
    | 'key'
    | { of(request: CountedRequest<P, Q, B>, services: Services): string | undefined | Promise<string> };
  /** Whether requests that are refused (4xx) count too, because judging them is what costs. Default false. */
  readonly countsRefused?: true;
}

/** Counts only requests whose handler reports a refusal by a provider (`OperationRequest.isRefused`). */
export interface RefusalLimit<P, Q, B> {
  readonly name: LimitName;
  readonly per: { refusalsOf(request: CountedRequest<P, Q, B>, services: Services): Promise<string> };
}

/**
 * `per` is what shares a counter: all requests of one client address; valid requests with the same value of a path parameter;
 * valid requests of one API key (those of sessions are not counted); or valid requests with the same value of `of`. `of` may
 * ask a service for the value; where it throws, the request is refused and not counted. Counts per key and per value of `of`
 * may be given back. Those per parameter are not: such a parameter is a token, and only its holder can count for it.
 */
export type Limit<P, Q, B> =
  | { readonly name: LimitName; readonly per: 'address' | { readonly parameter: string & keyof P } }
  | InputLimit<P, Q, B>
  | RefusalLimit<P, Q, B>;

type Loose = Readonly<Record<string, unknown>>;
export type AnyLimit = Limit<Loose, Loose, unknown>;
export type AnyInputLimit = InputLimit<Loose, Loose, unknown>;

/** The part of an operation that limits apply to. */
export interface Limited {
  readonly credentials: string;
  readonly group: string;
  readonly method: string;
  readonly access: Rule | { readonly scope: 'public' | 'authenticated' | 'self' };
  readonly takesAway?: true;
  readonly answer: { readonly stream?: Streaming };
  readonly limits?: readonly AnyLimit[];
}

const publicPerAddress = { name: 'publicPerAddress', per: 'address' } as const;

/** Whether `changePerOrganization` counts an operation of an organization. What is relayed changes nothing in it, and has own limits. */
export const isCountedChange = (operation: Pick<Limited, 'method' | 'takesAway' | 'answer'>): boolean =>
  operation.method !== 'GET' && operation.takesAway !== true && !isRelay(operation);

/**
 * The limits of an operation: `publicPerAddress` where it is public, `changePerOrganization` where it changes something in an
 * organization and does not only take away, then those that it declares. `infra` is excepted: probes and load balancers ask from few
 * addresses, and its answers take no database.
 */
export function limitsOf(operation: Limited): readonly AnyLimit[] {
  const { credentials, group, access, limits = [] } = operation;
  if ('least' in access && isCountedChange(operation))
    return [{ name: 'changePerOrganization', per: perOrganization(access) }, ...limits];
  return credentials === 'none' && group !== 'infra' ? [publicPerAddress, ...limits] : limits;
}
