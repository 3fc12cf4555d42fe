import type { Exit } from '@patchbay/servers/server';
import type { ProcessName } from '../faults/plan.ts';
import type { Struck } from '../faults/struck.ts';
import type { Attempt, Change } from '../ledger/change.ts';
import type { Finding } from '../ledger/finding.ts';

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
  /** When it was queued, milliseconds since the epoch. */
  readonly at: number;
}

/** Requests that were sent and answered while every process was ready. */
export interface Calm {
  readonly sent: number;
  readonly failed: readonly Attempt[];
}

/** A process that ended though the run did not stop it. */
export interface Ended {
  readonly name: ProcessName;
  readonly exit: Exit;
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
  readonly contradictions: readonly Finding[];
  readonly calm: Calm;
  readonly struck: readonly Struck[];
  /** In the order in which processes ended. */
  readonly ended: readonly Ended[];
  /** How often the stack started each process again. */
  readonly restarts: ReadonlyMap<ProcessName, number>;
  /** Messages in all dead-letter topics. */
  readonly deadLetters: number;
  /** The age of the oldest event that a publishing service has not published; undefined where its metrics do not tell. */
  readonly outboxes: ReadonlyMap<string, number | undefined>;
}

/** The result of one check: a line of counts, and everything that is wrong. */
export interface Checked {
  readonly line: string;
  readonly findings: readonly Finding[];
  /** A mail is missing that may still be sent. */
  readonly awaitsMail?: boolean;
}
