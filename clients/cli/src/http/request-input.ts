import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Flag, Given } from '../command.ts';
import { usageFailure } from '../failure.ts';
import { isObject } from '../output/cell.ts';
import type { Io } from '../terminal/io.ts';

/** The flags of commands that send any request. */
export const requestFlags: readonly Flag[] = [
  {
    name: 'field',
    value: 'name=value',
    repeats: true,
    description:
      'A field of the JSON body, or of the query of a GET or with --input. `true`, `false`, `null` and whole numbers become JSON values; `@file` reads a file, `@-` stdin. `a[b]=1` and `a[]=1` make objects and lists.',
  },
  {
    name: 'raw-field',
    value: 'name=value',
    repeats: true,
    description: 'A field whose value is a text as it is.',
  },
  {
    name: 'input',
    value: 'file',
    completes: 'files',
    description: 'The body as it is, from a file; `-` is stdin.',
  },
  { name: 'header', value: 'name: value', repeats: true, description: 'A header of the request.' },
  { name: 'include', description: 'Prints the status and the headers before the body.' },
];

const list = (given: Given['flags'][string]): string[] =>
  given === undefined ? [] : [given].flat().map(String);

type Json = Record<string, unknown>;

/** Sets the value at the path `a`, `a[b]` or `a[]`. */
function put(target: Json, name: string, value: unknown): void {
  const [, first = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === '')
    throw usageFailure(`"${name}" is not the name of a field.`, 'Write name, name[part] or name[].');
  const keys = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key)];
  let place = target;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    const own: string | number = Array.isArray(place) ? place.length : key;
    if (key === '__proto__' || Array.isArray(place) !== (key === ''))
      throw usageFailure(`The fields with the name "${name}" do not fit together.`);
    const found: unknown = Object.hasOwn(place, own) ? place[own] : undefined;
    if (!isLast && found !== undefined && (typeof found !== 'object' || found === null))
      throw usageFailure(`The fields with the name "${name}" do not fit together.`);
    const next: unknown = isLast ? value : (found ?? (keys[index + 1] === '' ? [] : {}));
    place[own] = next;
    place = next as Json;
  }
}

async function typed(io: Io, given: string): Promise<unknown> {
  if (given.startsWith('@')) return (await readInput(io, given.slice(1))).toString();
  if (
    /^(true|false|null)$/.test(given) ||
    (/^-?(0|[1-9]\d*)$/.test(given) && Number.isSafeInteger(Number(given)))
  )
    return JSON.parse(given);
  return given;
}

async function fieldsOf(io: Io, flags: Given['flags']): Promise<[name: string, value: unknown][]> {
  const fields: [string, unknown][] = [];
  for (const isRaw of [true, false])
    for (const given of list(flags[isRaw ? 'raw-field' : 'field'])) {
      const at = given.indexOf('=');
      if (at < 1) throw usageFailure(`"${given}" is not a field.`, 'Write it as name=value.');
      const value = given.slice(at + 1);
      fields.push([given.slice(0, at), isRaw ? value : await typed(io, value)]);
    }
  return fields;
}

function withQuery(path: string, fields: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) query.append(name, String(value));
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}

function headersOf(flags: Given['flags']): Headers {
  const headers = new Headers();
  for (const given of list(flags['header'])) {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(given) ?? [];
    // Other users of the machine can see the arguments of a process.
    if (/^(authorization|x-api-key|cookie|proxy-authorization)$/i.test(name))
      throw usageFailure(
        `The header ${name} is not taken from the command line.`,
        'Sign in, or set PATCHBAY_API_KEY.',
      );
    if (name === '') throw usageFailure('A header is not valid.', 'Write it as "name: value".');
    headers.append(name, value);
  }
  return headers;
}

async function readInput(io: Io, file: string): Promise<Buffer> {
  if (file === '-') return await buffer(addAbortSignal(io.signal, io.stdin));
  try {
    return await readFile(file);
  } catch {
    throw usageFailure(`${file} cannot be read.`);
  }
}

/** The JSON object in the file of `--input`, or of stdin. */
export async function readBody(io: Io, file: string): Promise<Readonly<Json>> {
  const json = (await readInput(io, file)).toString();
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The error of the parser would quote the text, which may have secrets.
    throw usageFailure('--input is not JSON.');
  }
  if (!isObject(value)) throw usageFailure('--input must be a JSON object.');
  return value;
}

/** The request that `requestFlags` describe. Fields are the query of a GET and of a request with --input, and otherwise the JSON body. */
export async function requestOf(
  io: Io,
  methodGiven: string,
  path: string,
  flags: Given['flags'],
): Promise<{ readonly method: string; readonly path: string; readonly init: RequestInit }> {
  const method = methodGiven.toUpperCase();
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method))
    throw usageFailure(`"${methodGiven}" is not a method.`, 'Write the method before the path: GET /v1/me.');
  const [headers, fields] = [headersOf(flags), await fieldsOf(io, flags)];
  const input = flags['input'];
  if (/^(GET|HEAD)$/.test(method)) {
    if (input !== undefined)
      throw usageFailure(`A ${method} has no body.`, 'Leave --input out, or use POST.');
    return { method, path: withQuery(path, fields), init: { method, headers } };
  }
  if (input === undefined && fields.length === 0) return { method, path, init: { method, headers } };
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  if (input === undefined) {
    const body: Json = {};
    for (const [name, value] of fields) put(body, name, value);
    return { method, path, init: { method, headers, body: JSON.stringify(body) } };
  }
  const body = new Uint8Array(await readInput(io, String(input)));
  return { method, path: withQuery(path, fields), init: { method, headers, body } };
}
