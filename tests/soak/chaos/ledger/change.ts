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
