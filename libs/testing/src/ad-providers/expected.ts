import { isDeepStrictEqual } from 'node:util';
import type { SimulatedRequest } from './simulator.ts';

/** A request that the provider would refuse or misunderstand. */
export class UnexpectedRequest extends Error {
  override readonly name = 'UnexpectedRequest';
}

interface Expectation {
  readonly method: string;
  /** Exactly these headers, apart from those of every request. A function checks a value that is not known in advance. */
  readonly headers?: Readonly<Record<string, Expected>>;
  /** Exactly these parameters, each once. */
  readonly query?: Readonly<Record<string, Expected>>;
  /** Exactly these fields of a form body, each once. */
  readonly form?: Readonly<Record<string, Expected>>;
  /** This JSON body. */
  readonly json?: unknown;
}

type Expected = string | ((value: string) => boolean);

/** Headers that any HTTP client sends. */
const ordinaryHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'sec-fetch-mode',
  'transfer-encoding',
  'user-agent',
]);

const holds = (wanted: Expected, value: string): boolean =>
  typeof wanted === 'string' ? wanted === value : wanted(value);

/** The missing, wrong, repeated and additional values. */
function differences(
  what: string,
  wanted: Readonly<Record<string, Expected>>,
  got: Iterable<readonly [string, string]>,
): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const [name, value] of got) {
    if (seen.has(name)) problems.push(`${what} ${name} is repeated`);
    seen.set(name, value);
    const expectation = wanted[name];
    if (expectation === undefined) problems.push(`${what} ${name} is not expected`);
    else if (!holds(expectation, value)) problems.push(`${what} ${name} is wrong`);
  }
  for (const name of Object.keys(wanted)) if (!seen.has(name)) problems.push(`${what} ${name} is missing`);
  return problems;
}

const typeOf = ({ headers }: SimulatedRequest): string =>
  headers['content-type']?.split(';')[0]?.trim() ?? '';

function bodyProblems(request: SimulatedRequest, { form, json }: Expectation): string[] {
  if (form !== undefined) {
    if (typeOf(request) !== 'application/x-www-form-urlencoded') return ['the body is not a form'];
    return differences('field', form, new URLSearchParams(request.body));
  }
  if (json !== undefined) {
    if (typeOf(request) !== 'application/json') return ['the body is not JSON'];
    return isDeepStrictEqual(JSON.parse(request.body), json) ? [] : ['the JSON body is wrong'];
  }
  return request.body === '' ? [] : ['a body is not expected'];
}

/** Throws an `UnexpectedRequest` that names every difference from what the provider documents. */
export function expected(request: SimulatedRequest, expectation: Expectation): void {
  const { method, headers = {}, query = {} } = expectation;
  const special = Object.entries(request.headers).filter(
    ([name]) => !ordinaryHeaders.has(name) || headers[name] !== undefined,
  );
  const problems = [
    ...(request.method === method ? [] : [`the method is ${request.method} instead of ${method}`]),
    ...differences('header', headers, special),
    ...differences('parameter', query, request.query),
    ...bodyProblems(request, expectation),
  ];
  if (problems.length > 0) throw new UnexpectedRequest(`${request.url}: ${problems.join(', ')}`);
}

/** The object in a JSON body, to read it before it is compared. */
export function sentObject({ url, body }: SimulatedRequest): Readonly<Record<string, unknown>> {
  try {
    const sent: unknown = JSON.parse(body);
    if (typeof sent === 'object' && sent !== null) return sent as Readonly<Record<string, unknown>>;
  } catch {
    // Told below.
  }
  throw new UnexpectedRequest(`${url}: the body is not a JSON object`);
}

/** For a path that the provider does not have. */
export function unknownPath({ method, url }: SimulatedRequest): never {
  throw new UnexpectedRequest(`${method} ${url}: the provider has no such path`);
}

/** The bearer token (RFC 6750, section 2.1). Any other form of the header is an error of the caller. */
export function bearerOf({ url, headers }: SimulatedRequest): string {
  const token = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1];
  if (token === undefined) throw new UnexpectedRequest(`${url}: no bearer token`);
  return token;
}
