import { operations } from '@patchbay/gateway/operations';
import type { Action } from '@patchbay/trail/action';
import { recordingClient } from '../../soak/secrets/client.ts';

export type OperationId = (typeof operations)[number]['id'];

/** Actions in the trails of organizations, by their slugs. */
export type Expected = Readonly<Record<string, readonly Action[]>>;

/** A request that was sent, and the entries that it must leave: in the trails not named, none. */
export interface Performed {
  readonly operation: OperationId;
  readonly requestId: string;
  readonly expected: Expected;
  /** The type of the actor of all these entries. */
  readonly actor: string;
}

export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  /** With its question mark. */
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: that of a success. */
  readonly status?: number;
  /** Default `user`. */
  readonly actor?: 'user' | 'api_key' | 'client' | 'system';
}

export interface Answered<Body> {
  readonly headers: Headers;
  readonly body: Body;
}

export type Perform = <Body = Record<string, unknown>>(
  operation: OperationId,
  request: Request,
  /** An array: in the trail of acme. Default: the request leaves no entry. */
  expected?: readonly Action[] | Expected,
) => Promise<Answered<Body>>;

const isList = (expected: readonly Action[] | Expected): expected is readonly Action[] =>
  Array.isArray(expected);

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    // `{path}` is the rest of an address.
    return name === 'path' ? value : encodeURIComponent(value);
  });

/** Performs operations by their ids, and keeps what each request must leave in the trails. */
export function createPerformer(address: string): {
  readonly perform: Perform;
  readonly performed: readonly Performed[];
} {
  const client = recordingClient(address);
  const performed: Performed[] = [];
  return {
    performed,
    async perform<Body>(
      id: OperationId,
      { params = {}, query = '', body, headers = {}, status, actor = 'user' }: Request,
      expected: readonly Action[] | Expected = [],
    ) {
      const operation = operations.find((each) => each.id === id);
      if (operation === undefined) throw new Error(`there is no operation ${id}`);
      const answer = await client.send<Body>(`${pathOf(operation.path, params)}${query}`, {
        method: operation.method,
        headers,
        ...(body !== undefined && { body }),
      });
      const wanted = status ?? operation.answer.status;
      if (answer.status !== wanted)
        throw new Error(`${id} answered ${answer.status}, not ${wanted}: ${JSON.stringify(answer.body)}`);
      performed.push({
        operation: id,
        requestId: answer.headers.get('x-request-id') ?? '',
        expected: isList(expected) ? { acme: expected } : expected,
        actor,
      });
      return answer;
    },
  };
}
