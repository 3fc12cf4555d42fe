import type { Arbitrary } from 'fast-check';
import type { FuzzedOperation } from './document.ts';
import type { HeaderLines, RawRequest } from './http-request.ts';

export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What it presents: `rejected` are credentials that no operation accepts. */
  readonly credential: 'none' | 'bearer' | 'apiKey' | 'rejected';
}

/** A request before it is written out: values are not percent-encoded yet. */
export interface Draft {
  readonly caller: Caller;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: HeaderLines;
  /** The body as a value; undefined: none. */
  readonly body: unknown;
}

export interface FuzzCase {
  /** What was done to a valid request, for the report of a failure. */
  readonly what: string;
  readonly caller: Caller;
  readonly request: RawRequest;
  /**
   * The statuses of which a caller with an accepted credential gets one. Undefined: every status that the document has for the
   * operation.
   */
  readonly refusedWith?: readonly number[];
  /** Matches the document in every part. */
  readonly isValid?: boolean;
  /** The request may not reach the operation, so that the statuses of the operation say nothing. */
  readonly isElsewhere?: boolean;
}

export interface Change {
  readonly name: string;
  /** Undefined: the operation has nothing that could be changed so. */
  readonly casesOf: (operation: FuzzedOperation, drafts: Arbitrary<Draft>) => Arbitrary<FuzzCase> | undefined;
}

export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export const pathOf = ({ path }: Pick<FuzzedOperation, 'path'>, values: Draft['path']): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

export const queryOf = (pairs: Draft['query']): string =>
  pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString()}`;

/** The request of a draft. */
export function requestOf(operation: FuzzedOperation, draft: Draft): RawRequest {
  const { caller, path, query, headers, body } = draft;
  return {
    method: operation.method,
    target: pathOf(operation, path) + queryOf(query),
    headers: {
      ...caller.headers,
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: jsonBytes(body) }),
  };
}
