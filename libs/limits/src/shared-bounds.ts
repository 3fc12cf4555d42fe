/** How many of something run at once, over all processes. */
export interface SharedBound {
  /** Names the counters in Redis: the same in all processes that share them. */
  readonly name: string;
  readonly atOnce: number;
  /** Milliseconds until the turns of a process that was killed are free. Those that are held are renewed three times as often. Default 30,000. */
  readonly leaseMs?: number;
}

export interface DescribedBound extends Omit<SharedBound, 'name'> {
  /** For docs/scaling.md, as the next three. */
  readonly counts: string;
  readonly service: 'gateway' | 'relay' | 'integration' | 'audit';
  readonly protects: string;
  /** What happens to one more. */
  readonly beyond: string;
}

const described = {
  relayedPerIntegration: {
    atOnce: 16,
    counts: 'requests relayed to the provider of an integration',
    service: 'relay',
    protects: 'the integration, and its provider',
    beyond: '429',
  },
  relayedPerCaller: {
    atOnce: 64,
    counts: 'relayed requests of a person or an API key',
    service: 'gateway',
    protects: 'other callers of the organization',
    beyond: '429',
  },
  relayedPerOrganization: {
    atOnce: 128,
    counts: 'relayed requests of an organization',
    service: 'gateway',
    protects: 'other organizations',
    beyond: '429',
  },
  exportsPerCaller: {
    atOnce: 4,
    counts: 'exports of a person or an API key',
    service: 'gateway',
    protects: 'other callers of the organization',
    beyond: '429',
  },
  exportsPerOrganization: {
    atOnce: 6,
    counts: 'exports of an organization',
    service: 'gateway',
    protects: 'other organizations',
    beyond: '429',
  },
  listsPerOrganization: {
    atOnce: 1,
    // Less than a list waits.
    leaseMs: 5_000,
    counts: 'lists of an organization that come whole, of one service',
    service: 'gateway',
    protects: 'the service, and other organizations',
    beyond: 'waits for up to 10 s, then 503',
  },
  refusableAttempts: {
    // As many as integration runs.
    atOnce: 3,
    leaseMs: 10_000,
    counts:
      'attempts of an organization at one provider that count for `refusedAttemptPerLogin` where they are refused',
    service: 'gateway',
    protects: 'the accounts whose passwords somebody tries',
    beyond: 'waits for up to 15 s, then 503',
  },
  trailPagesPerOrganization: {
    atOnce: 2,
    leaseMs: 5_000,
    counts: 'pages of the trail of an organization that are read',
    service: 'audit',
    protects: 'Postgres, and other organizations',
    beyond: 'waits for up to 3 s, then 503',
  },
  exportPagesPerOrganization: {
    atOnce: 1,
    leaseMs: 5_000,
    counts: 'pages that exports of an organization read',
    service: 'audit',
    protects: 'Postgres, and other organizations',
    beyond: 'waits for up to 12 s, then the export ends',
  },
  attemptsPerOrganization: {
    atOnce: 3,
    // Less than an attempt waits.
    leaseMs: 10_000,
    counts: 'attempts of an organization at one provider that somebody has asked for',
    service: 'integration',
    protects: 'the provider, and other organizations',
    beyond: 'waits for up to 15 s, then 503',
  },
  searchesPerOrganization: {
    atOnce: 1,
    leaseMs: 2_000,
    counts: 'searches in the integrations of an organization',
    service: 'integration',
    protects: 'Postgres, and other organizations',
    beyond: 'waits for up to 3 s, then 503',
  },
} as const satisfies Readonly<Record<string, DescribedBound>>;

type Name = keyof typeof described;

/** Requests of integration to a provider, where the provider says how many. */
export const requestsPerProvider = (atOnce: number): SharedBound => ({
  name: 'requestsPerProvider',
  atOnce,
  leaseMs: 10_000,
});

/** Every bound that is counted over all processes by `createSharedTurns`, by its name. */
export const sharedBounds = Object.fromEntries(
  Object.entries(described).map(([name, bound]) => [name, { name, ...bound }]),
) as unknown as { readonly [name in Name]: SharedBound & DescribedBound };
