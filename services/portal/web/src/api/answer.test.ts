import { Patchbay } from '@patchbay/client';
import { expect, it } from 'vitest';
import { answerOf } from './answer.ts';

const read = (fetch: () => Promise<Response>) =>
  answerOf(new Patchbay({ baseUrl: 'https://api.test', retries: 0, fetch }).listOrganizations());

it('what a call resolves with is the data of the answer', async () => {
  const answer = await read(async () => Response.json({ organizations: [] }));
  expect(answer).toEqual({ ok: true, data: { organizations: [] } });
});

it('a refusal is a problem with everything that the API says about it', async () => {
  const errors = [{ path: 'email', message: 'is not an email' }];
  const body = { status: 400, title: 'Bad Request', detail: 'One field is wrong.', requestId: 'r-1', errors };
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' };
  expect(await read(async () => Response.json(body, { status: 400, headers }))).toEqual({
    ok: false,
    problem: { status: 400, detail: 'One field is wrong.', errors, requestId: 'r-1', retryAfter: 7 },
  });
});

it('the answer of a proxy has a status and no detail, because its text is not for people', async () => {
  const answer = await read(async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  expect(answer).toEqual({ ok: false, problem: { status: 502, errors: [] } });
});

it.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an answer that is not JSON', async () => new Response('<h1>Sign in to this network</h1>')],
])('%s is a problem of status 0', async (_, fetch) => {
  expect(await read(fetch)).toEqual({ ok: false, problem: { status: 0, errors: [] } });
});
