/**
 * What a client of the chaos test knows about a change that it asked for. Times are milliseconds since the epoch, of this
 * machine, which also runs the services.
 */
export interface Attempt {
  /** Sent as `X-Request-Id`; the entry of the trail has it. */
  readonly requestId: string;
  readonly sentAt: number;
  readonly endedAt: number;
  /** `lost`: no answer, because the connection broke or the client's timeout passed. */
  readonly status: number | 'lost';
}

/**
 * `acknowledged`: it was done, as an answer says. `refused`: it was not done, as an answer says. `unknown`: no answer says
 * either, and the client has given up.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/**
 * Why an outcome is unknown. `gave up`: the client chose not to try again. `ambiguous`: the last answer fits both. `never
 * answered`: no attempt had an answer until clients stopped trying, long after the last fault.
 */
export type UnknownBecause = 'gave up' | 'ambiguous' | 'never answered';

/** An entry that the change leaves in the trail of one organization. */
export interface OrganizationEffect {
  readonly action: string;
  readonly organization: string;
  /** Undefined: not known, because the answer that would name it was lost. */
  readonly targetId?: string;
}

/** An entry in the trail of every organization that the person is in at that moment. */
export interface PersonEffect {
  readonly action: string;
  readonly person: string;
  /** The id of the person. Undefined: not known yet. */
  readonly targetId?: string;
}

export type Effect = OrganizationEffect | PersonEffect;

/** A value that the API shows afterwards. Null: the thing does not exist any more. */
export interface Write {
  readonly cell: string;
  readonly value: string | null;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A creation that was sent again after its outcome was known. */
export interface Replay {
  readonly requestId: string;
  readonly status: number | 'lost';
  readonly body: unknown;
  /** Whether it had `Idempotency-Replayed: true`. */
  readonly marked: boolean;
}

export interface Change {
  readonly number: number;
  readonly operation: string;
  /** The address of the person, or of the creator of the API key. */
  readonly actor: { readonly email: string; readonly type: 'user' | 'api_key' };
  /** The Idempotency-Key of a creation. */
  readonly key?: string;
  readonly attempts: readonly Attempt[];
  readonly outcome: Outcome;
  /** Of an unknown outcome. */
  readonly unknownBecause?: UnknownBecause;
  /** Of an acknowledged change; undefined where a later answer showed that an attempt without an answer had done it. */
  readonly answer?: Answer;
  readonly replays: Replay[];
  /** A refusal that nothing in the ledger explains. */
  readonly unexpected: boolean;
  readonly effects: readonly Effect[];
  readonly writes: readonly Write[];
  /** The mail that each execution queues. */
  readonly mail?: { readonly to: string; readonly purpose: string };
  readonly membership?: {
    readonly email: string;
    readonly organization: string;
    readonly is: 'begun' | 'ended';
  };
}

export const isAboutPerson = (effect: Effect): effect is PersonEffect => 'person' in effect;

/** Statuses after which the client cannot know whether the change was done. */
const uncertain: ReadonlySet<number | 'lost'> = new Set(['lost', 429, 500, 502, 503, 504]);

export const isUncertain = ({ status }: Pick<Attempt, 'status'>): boolean => uncertain.has(status);

/** Names of the values that are compared at the end: what the ledger says and what the API shows use the same ones. */
export const cells = {
  personName: (email: string): string => `name of ${email}`,
  organizationName: (slug: string): string => `name of organization ${slug}`,
  /** The role. */
  member: (slug: string, email: string): string => `role of ${email} in ${slug}`,
  /** The name. */
  workspace: (slug: string, workspace: string): string => `name of workspace ${slug}/${workspace}`,
  /** `assigned`: the list shows the effective role, which can be the inherited one. */
  assignment: (slug: string, workspace: string, email: string): string =>
    `assignment of ${email} to ${slug}/${workspace}`,
  /** `enabled` or `disabled`. */
  integration: (slug: string, workspace: string, name: string): string =>
    `integration ${name} of ${slug}/${workspace}`,
  /** The status. `number` counts the invitations of this address to this place, from 1. */
  invitation: (place: string, email: string, number: number): string =>
    `invitation ${number} of ${email} to ${place}`,
  /** The status. `number` counts the keys with this name: a rotation adds one. */
  apiKey: (slug: string, name: string, number: number): string => `API key ${name} ${number} of ${slug}`,
  /** `accepted` or `refused`: what a request with the key gets. */
  apiKeyUse: (slug: string, name: string, number: number): string =>
    `use of API key ${name} ${number} of ${slug}`,
} as const;

/** What a new status of an API key changes. */
export const apiKeyWrites = (
  slug: string,
  { name, number }: { readonly name: string; readonly number: number },
  status: 'active' | 'disabled' | 'revoked',
): Write[] => [
  { cell: cells.apiKey(slug, name, number), value: status },
  { cell: cells.apiKeyUse(slug, name, number), value: status === 'active' ? 'accepted' : 'refused' },
];

/** Shown in many places, in none of which it has to be. */
export const isPersonName = (cell: string): boolean => cell.startsWith('name of ') && cell.includes('@');

/**
 * Whether the API may not show a value that is there: names are shown with other things, keys are tried where a client has
 * the secret, and nobody sees the revoked personal keys of a person who has left.
 */
export const mayBeHidden = ({ cell, value }: Write): boolean =>
  isPersonName(cell) || cell.startsWith('use of ') || (cell.startsWith('API key ') && value === 'revoked');

/** Something happened within it. Milliseconds since the epoch. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * After this an attempt without an answer is not executed any more: longer than the longest pause of a process, and longer
 * than the deadline of every call.
 */
export const executionMs = 40_000;

/** Clients and services have the clock of one machine; times of the database may be rounded to whole milliseconds. */
const roundingMs = 1;

/** When an attempt was executed, if it was. */
export const executionOf = (attempt: Attempt): Window => ({
  from: attempt.sentAt - roundingMs,
  to: attempt.endedAt + (isUncertain(attempt) ? executionMs : 0) + roundingMs,
});

export const isWithin = (at: number, { from, to }: Window): boolean => at >= from && at <= to;

export interface Period {
  readonly began: Window;
  /** The change that began it. */
  readonly beganBy: number;
  readonly ended?: Window;
}

/**
 * Not before the first request was sent, and not after the answer; an attempt without an answer may be executed later than
 * the client stopped waiting for it.
 */
export const windowOf = ({ attempts, outcome }: Change): Window => ({
  from: Math.min(...attempts.map(({ sentAt }) => sentAt)),
  to: Math.max(
    ...attempts.map((attempt) => (outcome === 'unknown' ? executionOf(attempt).to : attempt.endedAt)),
  ),
});

/** The memberships of people, oldest first, by `organization email`. Refused changes began and ended none. */
export function periodsOf(changes: readonly Change[]): Map<string, Period[]> {
  const periods = new Map<string, Period[]>();
  for (const change of changes) {
    if (change.membership === undefined || change.outcome === 'refused') continue;
    const { email, organization, is } = change.membership;
    const name = `${organization} ${email}`;
    const known = periods.get(name) ?? [];
    periods.set(name, known);
    const last = known.at(-1);
    if (is === 'begun') known.push({ began: windowOf(change), beganBy: change.number });
    else if (last !== undefined) known[known.length - 1] = { ...last, ended: windowOf(change) };
  }
  return periods;
}

/** `unsure`: the moment is within the window of a beginning or an end. */
export type Standing = 'in' | 'out' | 'unsure';

/** Whether the person was a member during the whole window. `by` is the change whose moment it is. */
export function standingIn(periods: readonly Period[], { from, to }: Window, by: number): Standing {
  const isIn = periods.some(
    ({ began, beganBy, ended }) =>
      (began.to < from || beganBy === by) && (ended === undefined || to < ended.from),
  );
  if (isIn) return 'in';
  const isOut = periods.every(
    ({ began, ended }) => to < began.from || (ended !== undefined && ended.to < from),
  );
  return isOut ? 'out' : 'unsure';
}

/** Something that is wrong. */
export interface Finding {
  /** What was expected and what was there. */
  readonly text: string;
  readonly requestIds: readonly string[];
}

/** All changes that clients have finished, in the order in which they were finished. */
export interface Ledger {
  readonly changes: readonly Change[];
  nextNumber(): number;
  add(change: Change): void;
  /** Answers to reads that contradicted what clients knew at that moment. */
  readonly contradictions: readonly Finding[];
  contradict(finding: Finding): void;
}

export function createLedger(): Ledger {
  const changes: Change[] = [];
  const contradictions: Finding[] = [];
  let numbers = 0;
  return {
    changes,
    nextNumber: () => {
      numbers += 1;
      return numbers;
    },
    add: (change) => void changes.push(change),
    contradictions,
    contradict: (finding) => void contradictions.push(finding),
  };
}
