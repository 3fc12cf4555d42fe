import { failingAt } from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

/** An error in the envelope of the Graph API. */
export const metaError = (
  status: number,
  code: number,
  { subcode, message = 'Simulated.' }: { readonly subcode?: number; readonly message?: string } = {},
): SimulatedAnswer => ({
  status,
  json: {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      fbtrace_id: 'Asimulated',
    },
  },
});

interface Addresses {
  readonly tokenUrl: string;
  readonly accountsUrl: string;
}

/** Subcodes of 190. */
const endings = {
  458: 'removed the app',
  459: 'log in at facebook.com',
  460: 'changed their Facebook password',
  463: 'expired before',
  464: 'confirm their Facebook account',
  467: 'ended the session',
};

const wait = { '3000300030003': [{ type: 'ads_insights', estimated_time_to_regain_access: 12 }] };

export const metaFaults = ({ tokenUrl, accountsUrl }: Addresses): Fault[] => {
  const verify = (code: number, fault: Pick<Fault, 'kind' | 'reason'>): Fault => ({
    name: `code ${code}`,
    shows: 'verify',
    ...fault,
    answer: failingAt(accountsUrl, metaError(400, code)),
  });
  return [
    ...Object.entries(endings).map(
      ([subcode, hint]): Fault => ({
        name: `code 190, ${subcode}`,
        kind: 'permanent',
        reason: 'ended',
        hint,
        shows: 'verify',
        answer: failingAt(accountsUrl, metaError(401, 190, { subcode: Number(subcode) })),
      }),
    ),
    ...[190, 102].map((code) => verify(code, { kind: 'permanent', reason: 'ended' })),
    ...[3, 10, 200, 273, 299].map((code) => verify(code, { kind: 'permanent', reason: 'no_access' })),
    verify(100, { kind: 'permanent', reason: 'refused' }),
    ...[1, 2].map((code) => verify(code, { kind: 'transient', reason: 'unavailable' })),
    ...[4, 17, 32, 341, 368, 613, 80_000, 80_004, 80_014].map((code) =>
      verify(code, { kind: 'transient', reason: 'rate_limited' }),
    ),
    verify(101, { kind: 'ours' }),
    {
      name: 'the limit of a business use case',
      kind: 'transient',
      reason: 'rate_limited',
      shows: 'verify',
      waitMs: 12 * 60_000,
      answer: failingAt(accountsUrl, {
        ...metaError(400, 80_004),
        headers: { 'x-business-use-case-usage': JSON.stringify(wait) },
      }),
    },
    {
      name: 'the limit of a business use case, for months',
      kind: 'transient',
      waitMs: 86_400_000,
      shows: 'verify',
      answer: failingAt(accountsUrl, {
        ...metaError(400, 80_004),
        headers: { 'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":100000}]}' },
      }),
    },
    {
      name: 'a limit that says how long to wait',
      kind: 'transient',
      waitMs: 90_000,
      shows: 'verify',
      answer: failingAt(accountsUrl, { ...metaError(400, 17), headers: { 'retry-after': '90' } }),
    },
    {
      name: 'the code was used',
      kind: 'permanent',
      reason: 'refused',
      shows: 'connect',
      answer: failingAt(tokenUrl, metaError(400, 100, { subcode: 36_009 })),
    },
    {
      name: 'our app id is unknown',
      kind: 'ours',
      shows: 'connect',
      answer: failingAt(tokenUrl, metaError(400, 101, { message: 'Error validating application.' })),
    },
    {
      name: 'our app secret is wrong',
      kind: 'ours',
      shows: 'connect',
      answer: failingAt(tokenUrl, metaError(400, 1, { message: 'Error validating client secret.' })),
    },
    {
      name: 'the token endpoint has an unknown error',
      kind: 'transient',
      shows: 'connect',
      answer: failingAt(tokenUrl, metaError(500, 1, { message: 'An unknown error occurred' })),
    },
    {
      name: 'the app was removed',
      kind: 'permanent',
      reason: 'ended',
      shows: 'renew',
      answer: failingAt(tokenUrl, metaError(400, 190, { subcode: 458 })),
    },
    {
      name: 'the token endpoint is throttled',
      kind: 'transient',
      shows: 'renew',
      answer: failingAt(tokenUrl, metaError(400, 4)),
    },
    {
      name: 'the token endpoint fails',
      kind: 'transient',
      shows: 'renew',
      answer: failingAt(tokenUrl, { status: 503 }),
    },
    {
      name: 'our app secret is wrong at a renewal',
      kind: 'ours',
      shows: 'renew',
      answer: failingAt(tokenUrl, metaError(400, 1, { message: 'Error validating client secret.' })),
    },
  ];
};
