import type { Change } from '../ledger/change.ts';

/** An entry of a trail, as far as it is compared. The whole entry is in `Trail.listed` for the hash chain. */
export interface Entry {
  readonly action: string;
  readonly occurredAt: string;
  readonly actor: { readonly type: string; readonly email: string | null };
  readonly target: { readonly id: string };
  readonly requestId: string | null;
  readonly sequence: number;
  readonly hash: string;
  readonly previousHash: string;
}

export interface Trail {
  /** Oldest first. */
  readonly listed: readonly Entry[];
  readonly exported: readonly Entry[];
  readonly intact: boolean;
}

/** A value that the API showed at the end. */
export interface Observation {
  readonly cell: string;
  readonly value: string;
  readonly where: string;
}

export interface Mail {
  readonly to: string;
  readonly purpose: string;
}

/** Everything that a verdict is made from. */
export interface Evidence {
  /** In the order in which clients finished them. */
  readonly changes: readonly Change[];
  /** By the slug of the organization. */
  readonly trails: ReadonlyMap<string, Trail>;
  readonly observations: readonly Observation[];
  readonly mails: readonly Mail[];
  /** How many requests of any kind, reads included, had this status. */
  readonly statuses: ReadonlyMap<number | 'lost', number>;
  /** Messages that consumers gave up on, as their logs say. */
  readonly deadLetters: number;
  /** Metrics that tell of work left over, by service and name: must be 0. */
  readonly leftOver: ReadonlyMap<string, number>;
}

export interface Finding {
  /** What was expected and what was there. */
  readonly text: string;
  readonly requestIds: readonly string[];
}

/** The result of one check: a line of counts, and everything that is wrong. */
export interface Checked {
  readonly line: string;
  readonly findings: readonly Finding[];
  /** A mail is missing that may still be sent. */
  readonly awaitsMail?: boolean;
}
