import type { Fault, SimulatedAnswer } from './simulator.ts';

/** What a fault means to Patchbay. */
export type Meaning = Pick<Fault, 'kind' | 'reason' | 'waitMs' | 'hint'>;

export const refused = { kind: 'permanent', reason: 'refused' } as const;
export const unauthorized = { kind: 'permanent', reason: 'unauthorized' } as const;
export const noAccess = { kind: 'permanent', reason: 'no_access' } as const;
export const noAccounts = { kind: 'permanent', reason: 'no_accounts' } as const;
export const accountNotFound = { kind: 'permanent', reason: 'account_not_found' } as const;
export const ended = { kind: 'permanent', reason: 'ended' } as const;
export const unavailable = { kind: 'transient', reason: 'unavailable' } as const;
export const rateLimited = { kind: 'transient', reason: 'rate_limited' } as const;

/** Answers requests to this address with any query, and no others. */
export const failingAt =
  (address: string, answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === address ? answer : undefined;

/** Answers requests to this address and to every one that begins with it. */
export const below =
  (address: string) =>
  (answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url.startsWith(address) ? answer : undefined;

/** Where a fault shows: at one address, or at the requests that the function chooses. */
type Place = string | ((answer: SimulatedAnswer) => Fault['answer']);

/** A meaning may be a kind alone. */
type FaultRow = readonly [name: string, means: Meaning | Fault['kind'], answer: SimulatedAnswer];

export const faultAt = (shows: Fault['shows'], place: Place, [name, means, answer]: FaultRow): Fault => ({
  name,
  ...(typeof means === 'string' ? { kind: means } : means),
  shows,
  answer: typeof place === 'string' ? failingAt(place, answer) : place(answer),
});

/** Faults that show at the same moment and place. */
export const faultsAt = (shows: Fault['shows'], place: Place, ...faults: readonly FaultRow[]): Fault[] =>
  faults.map((fault) => faultAt(shows, place, fault));

/** A transient fault of any HTTP server. Other statuses like it are classified by the same rule. */
export const maintenance = (place: Place, shows: Fault['shows']): Fault[] =>
  faultsAt(shows, place, [
    'maintenance',
    { kind: 'transient', waitMs: 120_000 },
    { status: 503, headers: { 'retry-after': '120' } },
  ]);

/** The refusals of a token endpoint by RFC 6749, with the client of the app. */
export const tokenRefusals = (tokenUrl: string): Fault[] => {
  const invalidGrant = { status: 400, json: { error: 'invalid_grant' } };
  const invalidClient = { status: 401, json: { error: 'invalid_client' } };
  return [
    ...faultsAt(
      'connect',
      tokenUrl,
      ['the grant is not valid', 'permanent', invalidGrant],
      ['our client is refused', 'ours', invalidClient],
      ['the token endpoint is down', 'transient', { status: 503 }],
    ),
    ...faultsAt(
      'renew',
      tokenUrl,
      ['the refresh token is not valid any more', 'permanent', invalidGrant],
      ['our client is refused at a renewal', 'ours', invalidClient],
      [
        'the token endpoint is overloaded',
        'transient',
        { status: 400, json: { error: 'temporarily_unavailable' } },
      ],
    ),
  ];
};
