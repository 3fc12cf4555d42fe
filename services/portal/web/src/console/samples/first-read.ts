import type { Schemas } from '../../api/answer.ts';

type FirstRead = Schemas['FirstRead'];

/** A request through the relay of an integration, as it is sent. */
export interface RelayRequest {
  readonly method: 'GET' | 'POST';
  readonly api: string;
  /** Below the base of the api, encoded, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string | undefined;
}

const place = '{account}';
const parentPlace = '{parent}';

/** The account that a request is about. */
interface ReadAccount {
  readonly id: string;
  /** What the account belongs to, such as a manager. */
  readonly parentId?: string | null;
}

/** Whether the request names an account. Others are about the one of the connection. */
export const namesAccount = ({ path, headers, body = '' }: FirstRead): boolean =>
  [path, ...Object.values(headers), body].some((text) => text.includes(place));

/** The first read of a provider for an account. */
export function requestOf(read: FirstRead, { id: account, parentId }: ReadAccount): RelayRequest {
  const { method, api, path, headers, body } = read;
  return {
    method,
    api,
    path: path.replaceAll(place, encodeURIComponent(account)),
    headers: Object.fromEntries([
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...Object.entries(headers)
        .filter(([, value]) => typeof parentId === 'string' || !value.includes(parentPlace))
        .map(
          ([name, value]) =>
            [name, value.replaceAll(place, account).replaceAll(parentPlace, parentId ?? '')] as const,
        ),
    ]),
    // The place is within a string of the JSON.
    body: body?.replaceAll(place, JSON.stringify(account).slice(1, -1)),
  };
}

/** What it shows, with the name of the account. */
export const titleOf = ({ title }: FirstRead, name: string): string => title.replaceAll(place, name);

/** The value at a JSON pointer. */
const valueAt = (json: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (value as Readonly<Record<string, unknown>>)[step]
          : undefined,
      json,
    );

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The rows of an answer, each with the texts of the columns. Undefined: the answer has no such list. */
export function rowsOf(read: FirstRead, answer: unknown): (readonly string[])[] | undefined {
  const rows = valueAt(answer, read.rows);
  if (!Array.isArray(rows)) return undefined;
  return rows.map((row: unknown) => read.columns.map(({ at }) => textOf(valueAt(row, at))));
}
