import { failingAt } from './ordinary-faults.ts';
import type { Fault } from './simulator.ts';

/** What RFC 6749 lets a token endpoint answer, with the app's own client. */
export const tokenRefusals = (tokenUrl: string): Fault[] => [
  {
    name: 'the grant is not valid',
    kind: 'permanent',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'the refresh token is not valid any more',
    kind: 'permanent',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'our client is refused',
    kind: 'ours',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'our client is refused at a renewal',
    kind: 'ours',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'the token endpoint is overloaded',
    kind: 'transient',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'temporarily_unavailable' } }),
  },
  {
    name: 'the token endpoint is down',
    kind: 'transient',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 503 }),
  },
];
