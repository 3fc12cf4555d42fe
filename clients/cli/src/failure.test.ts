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

it('a 401 says that the API key of the environment takes precedence over the session', async () => {
  expect(await linesFor(401, { detail: 'This operation does not accept API keys, only sessions.' })).toEqual([
    'This operation does not accept API keys, only sessions.',
    'Run `patchbay login`, or check PATCHBAY_API_KEY: where it is set, no session is used.',
  ]);
});

it('a 404 without a reason says what to check, and one with a reason shows only the reason', async () => {
  expect(await linesFor(404, { title: 'Not Found' })).toEqual([
    'Not Found',
    'Check --org, --workspace and the id. What you may not see is not found either.',
  ]);
  expect(await linesFor(404, { title: 'Not Found', detail: 'The link has ended.' })).toEqual([
    'The link has ended.',
  ]);
});

it('a 403 that demands a confirmation says how to confirm', async () => {
  expect(
    await linesFor(403, { detail: 'confirmation_required: Prove who you are first.', requestId: 'r-1' }),
  ).toEqual([
    'Prove who you are first.',
    'Run `patchbay login`, then repeat the command.',
    'Request id: r-1',
  ]);
  expect(await linesFor(403, { detail: 'passkey_required: Sign in with a passkey.' })).toEqual([
    'Sign in with a passkey.',
    'Sign in with a passkey in your browser, then run `patchbay login` and let it in there.',
  ]);
});

it('an unknown code of a 403 is shown as it is', async () => {
  expect(await linesFor(403, { detail: 'organization_suspended: It is suspended: unpaid' })).toEqual([
    'organization_suspended: It is suspended: unpaid',
  ]);
});
