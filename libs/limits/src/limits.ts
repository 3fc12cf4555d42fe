export interface Limit {
  readonly limit: number;
  readonly windowSeconds: number;
}

interface DescribedLimit extends Limit {
  /** What it counts, for the OpenAPI document and docs/limits.md. */
  readonly counts: string;
}

const minute = 60;
const hour = 60 * minute;

/** The default of every limit, by its name in RATE_LIMITS. A window begins with its first request. */
export const defaultLimits = {
  signInLinkPerEmail: {
    limit: 5,
    windowSeconds: 15 * minute,
    counts: 'sign-in links requested for an email address',
  },
  signInLinkPerAddress: {
    limit: 30,
    windowSeconds: 15 * minute,
    counts: 'sign-in links requested from a client address',
  },
  signUpPerEmail: { limit: 5, windowSeconds: hour, counts: 'sign-ups of an email address' },
  signUpPerAddress: { limit: 20, windowSeconds: hour, counts: 'sign-ups from a client address' },
  invitationPerKey: { limit: 60, windowSeconds: hour, counts: 'invitations made or resent with an API key' },
  invitationPerRecipient: {
    limit: 5,
    windowSeconds: hour,
    counts: 'invitations of an organization to an email address, resent ones too',
  },
  invitationPerOrganization: {
    limit: 300,
    windowSeconds: hour,
    counts: 'invitations of an organization, resent ones too',
  },
  deviceStartPerAddress: {
    limit: 30,
    windowSeconds: 15 * minute,
    counts: 'device authorizations started from a client address',
  },
  passkeyPerAddress: {
    limit: 60,
    windowSeconds: minute,
    counts:
      'requests from a client address that register a passkey, or sign in or confirm a session with one',
  },
  verifyPerOrganization: {
    limit: 60,
    windowSeconds: minute,
    counts: 'verifications of the audit trail of an organization',
  },
  webhookTestPerOrganization: {
    limit: 30,
    windowSeconds: minute,
    counts: 'tests of the webhooks of an organization',
  },
  attemptPerOrganization: {
    limit: 300,
    windowSeconds: minute,
    counts:
      'attempts at providers of an organization: integrations connected by members and keys, verified or enabled, and lists of accounts',
  },
  refusedAttemptPerLogin: {
    limit: 20,
    windowSeconds: 15 * minute,
    counts: 'credentials entered for an organization that one provider has refused for good',
  },
  changePerOrganization: {
    limit: 600,
    windowSeconds: minute,
    counts:
      'changes that people and keys of an organization make in it: requests other than `GET` under its path; those that only take something away, and refused ones, do not count',
  },
  profilePerUser: {
    limit: 60,
    windowSeconds: minute,
    counts:
      'changes of a person to their profile, each of which is an entry in the trails of all their organizations; refused ones do not count',
  },
  keyPerOrganization: {
    limit: 60,
    windowSeconds: minute,
    counts: 'API keys of an organization that are created or rotated',
  },
  relayPerIntegration: {
    limit: 600,
    windowSeconds: minute,
    counts: 'requests relayed to the provider of an integration; those that Patchbay refuses count too',
  },
  relayPerOrganization: {
    limit: 6_000,
    windowSeconds: minute,
    counts: 'requests relayed for an organization; those that Patchbay refuses do not count',
  },
  publicPerAddress: {
    limit: 600,
    windowSeconds: minute,
    counts: 'requests to public operations, except health, version and documentation, from a client address',
  },
  connectPerAddress: {
    limit: 60,
    windowSeconds: minute,
    counts: 'requests of the connect flow from a client address',
  },
  connectPerToken: {
    limit: 20,
    windowSeconds: minute,
    counts: 'requests with a connect link, or with a choice of accounts',
  },
  failedCredentialPerAddress: {
    limit: 30,
    windowSeconds: minute,
    counts:
      'wrong bearers, cookies, keys, link tokens, passkeys and device codes from a client address; beyond it, whatever carries a credential is refused without a lookup',
  },
  requestPerCaller: {
    limit: 1_200,
    windowSeconds: minute,
    counts: 'requests of a person, all sessions together, or of an API key',
  },
} as const satisfies Record<string, DescribedLimit>;

export type LimitName = keyof typeof defaultLimits;

/** Limits whose counts may be given back (`RateLimits.giveBack`). */
const returnableLimits = [
  'signInLinkPerEmail',
  'signUpPerEmail',
  'invitationPerKey',
  'invitationPerRecipient',
  'invitationPerOrganization',
  'verifyPerOrganization',
  'webhookTestPerOrganization',
  'attemptPerOrganization',
  'changePerOrganization',
  'profilePerUser',
  'keyPerOrganization',
  'relayPerIntegration',
  'relayPerOrganization',
] as const satisfies LimitName[];

export type ReturnableLimitName = (typeof returnableLimits)[number];
export const isReturnable = (name: LimitName): boolean =>
  (returnableLimits as readonly LimitName[]).includes(name);

export type Limits = Readonly<Record<LimitName, Limit>>;

/** Far below 2^53, up to which JavaScript numbers, and so the counters, are exact. */
const highestLimit = 1_000_000_000;
/** One day, and so the longest time that a caller may be refused. */
const longestWindowSeconds = 86_400;

const isWholeNumber = (value: unknown, highest: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= highest;

function problemOf(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(defaultLimits, name))
    return `names an unknown limit, ${JSON.stringify(name)}; known are ${Object.keys(defaultLimits).join(', ')}`;
  const fields = typeof value === 'object' && value !== null ? value : {};
  const { limit, windowSeconds, ...others } = fields as Record<string, unknown>;
  if (
    Object.keys(others).length > 0 ||
    !isWholeNumber(limit, highestLimit) ||
    !isWholeNumber(windowSeconds, longestWindowSeconds)
  )
    return `must give ${name} as {"limit": 1 to ${highestLimit}, "windowSeconds": 1 to ${longestWindowSeconds}}, in whole numbers`;
  return undefined;
}

/** The defaults overridden by RATE_LIMITS, or its problems, each phrased to follow the variable's name. */
export function parseRateLimits(json: string): { limits: Limits } | { problems: string[] } {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return { problems: ['must be JSON'] };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problems: ['must be a JSON object of limits by name'] };
  const problems = Object.entries(given).flatMap(([name, value]) => problemOf(name, value) ?? []);
  return problems.length > 0 ? { problems } : { limits: { ...defaultLimits, ...(given as Partial<Limits>) } };
}
