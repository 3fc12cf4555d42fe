import type { Kind } from './rounds.ts';
import type { SignedIn } from './session.ts';

/** Frequent requests with a session, sent by several people in turn. */
export const patchbayKinds = (
  origin: string,
  { headers }: SignedIn,
  meters: Pick<Kind, 'processes' | 'servers'>,
): [me: Kind, ...others: Kind[]] => [
  { name: 'GET /v1/me', origin, path: '/v1/me', headers, ...meters },
  { name: 'GET /v1/organizations', origin, path: '/v1/organizations', headers, ...meters },
];

/** The same request with a session and with an API key. */
export const organizationKinds = (
  origin: string,
  { headers }: SignedIn,
  keys: Kind['headers'],
  meters: Pick<Kind, 'processes' | 'servers'>,
): Kind[] => {
  const path = '/v1/organizations/acme';
  const name = 'GET /v1/organizations/{orgSlug}';
  const times = 0.4;
  return [
    { name: `${name}, bearer`, origin, path, headers, times, ...meters },
    { name: `${name}, x-api-key`, origin, path, headers: keys, times, ...meters },
  ];
};
