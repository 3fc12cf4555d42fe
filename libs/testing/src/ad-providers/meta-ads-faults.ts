import {
  ended,
  faultAt,
  faultsAt,
  type Meaning,
  noAccess,
  rateLimited,
  refused,
  unavailable,
} from './common-faults.ts';
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
  const verify = (code: number, means: Meaning | Fault['kind']): Fault =>
    faultAt('verify', accountsUrl, [`code ${code}`, means, metaError(400, code)]);
  return [
    ...Object.entries(endings).map(([subcode, hint]) => {
      const answer = metaError(401, 190, { subcode: Number(subcode) });
      return faultAt('verify', accountsUrl, [`code 190, ${subcode}`, { ...ended, hint }, answer]);
    }),
    ...[190, 102].map((code) => verify(code, ended)),
    ...[3, 10, 200, 273, 299].map((code) => verify(code, noAccess)),
    verify(100, refused),
    ...[1, 2].map((code) => verify(code, unavailable)),
    ...[4, 17, 32, 341, 368, 613, 80_000, 80_004, 80_014].map((code) => verify(code, rateLimited)),
    verify(101, 'ours'),
    ...faultsAt(
      'verify',
      accountsUrl,
      [
        'the limit of a business use case',
        { ...rateLimited, waitMs: 12 * 60_000 },
        {
          ...metaError(400, 80_004),
          headers: { 'x-business-use-case-usage': JSON.stringify(wait) },
        },
      ],
      [
        'the limit of a business use case, for months',
        { kind: 'transient', waitMs: 86_400_000 },
        {
          ...metaError(400, 80_004),
          headers: { 'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":100000}]}' },
        },
      ],
      [
        'a limit that says how long to wait',
        { kind: 'transient', waitMs: 90_000 },
        { ...metaError(400, 17), headers: { 'retry-after': '90' } },
      ],
    ),
    ...faultsAt(
      'connect',
      tokenUrl,
      ['the code was used', refused, metaError(400, 100, { subcode: 36_009 })],
      ['our app id is unknown', 'ours', metaError(400, 101, { message: 'Error validating application.' })],
      ['our app secret is wrong', 'ours', metaError(400, 1, { message: 'Error validating client secret.' })],
      [
        'the token endpoint has an unknown error',
        'transient',
        metaError(500, 1, { message: 'An unknown error occurred' }),
      ],
    ),
    ...faultsAt(
      'renew',
      tokenUrl,
      ['the app was removed', ended, metaError(400, 190, { subcode: 458 })],
      ['the token endpoint is throttled', 'transient', metaError(400, 4)],
      ['the token endpoint fails', 'transient', { status: 503 }],
      [
        'our app secret is wrong at a renewal',
        'ours',
        metaError(400, 1, { message: 'Error validating client secret.' }),
      ],
    ),
  ];
};
