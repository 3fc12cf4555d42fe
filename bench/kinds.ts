import type { Kind } from './rounds.ts';
import type { SignedIn } from './session.ts';

/** The requests that every user of the platform makes all day. */
export const patchbayKinds = (
  origin: string,
  { headers }: SignedIn,
  meters: Pick<Kind, 'processes' | 'servers'>,
): Kind[] => [
  { name: 'GET /v1/me', origin, path: '/v1/me', headers, ...meters },
  { name: 'GET /v1/organizations', origin, path: '/v1/organizations', headers, ...meters },
];
