import { errorOf } from '@patchbay/client';
import { expect, it } from 'vitest';
import { linesOf } from './failure.ts';

const linesFor = async (status: number, problem: object): Promise<string[]> =>
  linesOf(
    await errorOf(
      Response.json(
        { status, ...problem },
        { status, headers: { 'content-type': 'application/problem+json' } },
      ),
    ),
  );

it('a refusal says that an API key of the environment comes before the session', async () => {
  expect(await linesFor(401, { detail: 'This operation does not accept API keys, only sessions.' })).toEqual([
    'This operation does not accept API keys, only sessions.',
    'Run `patchbay login`, or check PATCHBAY_API_KEY: where it is set, no session is used.',
  ]);
});

it('a 404 without a reason says what to check, one with a reason nothing more', async () => {
  expect(await linesFor(404, { title: 'Not Found' })).toEqual([
    'Not Found',
    'Check --org, --workspace and the id. What you may not see is not found either.',
  ]);
  expect(await linesFor(404, { title: 'Not Found', detail: 'The link has ended.' })).toEqual([
    'The link has ended.',
  ]);
});
