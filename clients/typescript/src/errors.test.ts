import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorOf, PatchbayError, ServerFailed } from './errors.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../services/gateway/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
const documented = new Set(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.keys(responses).map(Number))
    .filter((status) => status >= 400),
);

it('every status of a problem in the OpenAPI document has an error class of its own', async () => {
  expect([...documented]).toEqual(expect.arrayContaining([400, 408, 431, 500, 504]));
  const errors = await Promise.all([...documented].map((status) => errorOf(new Response(null, { status }))));
  const classes = new Set(errors.map(({ constructor }) => constructor));
  expect(classes.size).toBe(documented.size);
  expect(classes.has(PatchbayError)).toBe(false);
  for (const error of errors) expect(error.name).toBe(error.constructor.name);
});

it('a status that is not documented is an error too', async () => {
  expect(await errorOf(new Response('', { status: 418 }))).toMatchObject({
    name: 'PatchbayError',
    message: 'The answer has the status 418.',
  });
  expect(await errorOf(new Response('', { status: 502 }))).toBeInstanceOf(ServerFailed);
});

it('an error has what the problem says', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Validation Failed',
    status: 400,
    detail: 'The name is missing.',
    instance: '/v1/me',
    requestId: 'r-2',
    errors: [{ path: 'name', message: 'is missing' }],
  };
  const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'r-1' };
  const error = await errorOf(new Response(JSON.stringify(problem), { status: 400, headers }));
  const { detail: message, requestId, errors } = problem;
  expect(error).toMatchObject({ message, requestId, errors, problem, status: 400, retryAfter: undefined });
});

it('an answer that says it is a problem and is none is an error with its status', async () => {
  const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'r-1' };
  expect(await errorOf(new Response('{"half', { status: 503, headers }))).toMatchObject({
    name: 'ServiceUnavailable',
    requestId: 'r-1',
    problem: undefined,
  });
});

it.each(['99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'a Retry-After of %s is a time that a timer can wait',
  async (later) => {
    const error = await errorOf(new Response('', { status: 503, headers: { 'retry-after': later } }));
    expect(error.retryAfter).toBe(2_147_483);
  },
);

it.each(['x', 5, [null]])(
  'the fields of a problem are objects, also where it says that they are %j',
  async (errors) => {
    const headers = { 'content-type': 'application/problem+json' };
    const body = JSON.stringify({ title: 'No', errors });
    const error = await errorOf(new Response(body, { status: 400, headers }));
    expect(error.errors).toEqual([]);
  },
);
