import type { Exit } from '@patchbay/servers/server';
import type { ProcessName, Struck } from '../faults.ts';
import {
  type Attempt,
  type Change,
  type Effect,
  type Finding,
  isAboutPerson,
  type OrganizationEffect,
} from '../ledger.ts';

/** An entry of a trail, as far as it is compared. The whole entry is in `Trail.listed` for the hash chain. */
export interface Entry {
  readonly action: string;
  readonly occurredAt: string;
  readonly actor: { readonly type: string; readonly email: string | null };
  readonly target: { readonly id: string };
  readonly metadata?: {
    readonly path?: string;
    readonly status?: number | null;
    readonly [name: string]: unknown;
  };
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

export interface Arrived {
  /** The slug of the organization whose webhook it was sent to. */
  readonly organization: string;
  readonly entry: Entry;
  /** Whether it was signed with the secret of that webhook. */
  readonly signed: boolean;
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

/** Something whose deletion was asked for, as it is at the end. */
export interface Deletion {
  readonly kind: 'workspace' | 'organization' | 'person';
  /** The slug of the organization, with that of the workspace after a slash; of a person the address. */
  readonly what: string;
  readonly id: string;
  /** The number of the change that asked for it. */
  readonly change: number;
  /** The address of whoever asked. */
  readonly by: string;
  /** Of a workspace: the least and the most that its entry may count, by the names of its metadata. */
  readonly counts: Readonly<Record<string, readonly [number, number]>> | undefined;
  /** What the API shows of it: `open`, `closed`, `gone`, or the status that it answers. */
  readonly shown: string;
  /** Rows that are left of what is gone. */
  readonly rows: readonly string[];
  /** Keys of what is gone that are not refused. */
  readonly acceptedKeys: readonly string[];
  /** Whether its slug could be used again; undefined: nobody tried. */
  readonly again: boolean | undefined;
}

/** Everything that a verdict is made from. */
export interface Evidence {
  /** In the order in which clients finished them. */
  readonly changes: readonly Change[];
  /** By the slug of the organization. */
  readonly trails: ReadonlyMap<string, Trail>;
  readonly observations: readonly Observation[];
  readonly mails: readonly Mail[];
  readonly deletions: readonly Deletion[];
  /** What reconciliation reports. */
  readonly leftovers: readonly string[];
  /** Deliveries of webhooks, one for each time that one arrived. */
  readonly arrived: readonly Arrived[];
  /** How many requests of any kind, reads included, had this status. */
  readonly statuses: ReadonlyMap<number | 'lost', number>;
  /** The addresses of relayed changes that the provider received. */
  readonly relayed: readonly string[];
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
  /** A mail or a delivery is missing that may still be sent. */
  readonly isAwaited?: boolean;
}

/** An entry with the organization whose trail has it. */
export interface RecordedEntry extends Entry {
  readonly organization: string;
}

/** The entries of each change, found by the request ids of its attempts and replays. */
export interface Recorded {
  of(change: Change): readonly RecordedEntry[];
  /** Entries with a request id that no client sent. */
  readonly foreign: readonly RecordedEntry[];
}

export function recordedIn({ changes, trails }: Pick<Evidence, 'changes' | 'trails'>): Recorded {
  const numbers = new Map<string, number>();
  for (const { number, attempts, replays } of changes) {
    for (const { requestId } of [...attempts, ...replays]) numbers.set(requestId, number);
  }
  const byChange = new Map<number, RecordedEntry[]>();
  const foreign: RecordedEntry[] = [];
  for (const [organization, { listed }] of trails) {
    for (const entry of listed) {
      const number = numbers.get(entry.requestId ?? '');
      const recorded = { ...entry, organization };
      if (number === undefined) foreign.push(recorded);
      else byChange.set(number, [...(byChange.get(number) ?? []), recorded]);
    }
  }
  return { of: ({ number }) => byChange.get(number) ?? [], foreign };
}

export const describe = ({ operation, actor }: Change): string => `${operation} of ${actor.email}`;

export const finding = (change: Change, text: string): Finding => ({
  text: `${describe(change)}: ${text}`,
  requestIds: change.attempts.map(({ requestId }) => requestId),
});

/** Whether an entry is what the effect leaves: its action, its target where that is known, and its organization. */
export const matches =
  (effect: Effect) =>
  ({ action, organization, target }: RecordedEntry): boolean =>
    action === effect.action &&
    (isAboutPerson(effect) || organization === effect.organization) &&
    (effect.targetId === undefined || target.id === effect.targetId);

export const organizationEffectsOf = ({ effects }: Change): OrganizationEffect[] =>
  effects.filter((effect): effect is OrganizationEffect => !isAboutPerson(effect));

export interface Assigned<Slot, Item> {
  /** Required slots that no item is left for. */
  readonly empty: readonly Slot[];
  /** Items that no slot is left for. */
  readonly left: readonly Item[];
}

type Matching = Map<number, number>;

/** Finds a partner for `from`, by an augmenting path: those who have one keep one. */
function augment(
  from: number,
  edges: readonly (readonly number[])[],
  [own, other]: readonly [Matching, Matching],
  seen = new Set<number>(),
): boolean {
  for (const to of edges[from] ?? []) {
    if (seen.has(to)) continue;
    seen.add(to);
    const holder = other.get(to);
    if (holder === undefined || augment(holder, edges, [own, other], seen)) {
      own.set(from, to);
      other.set(to, from);
      return true;
    }
  }
  return false;
}

/** Puts each item into at most one slot and each slot gets at most one: the required slots first, then as many as possible. */
export function assign<Slot extends { readonly required: boolean }, Item>(
  slots: readonly Slot[],
  items: readonly Item[],
  fits: (slot: Slot, item: Item) => boolean,
): Assigned<Slot, Item> {
  const bySlot = slots.map((slot) => items.flatMap((item, index) => (fits(slot, item) ? [index] : [])));
  const byItem = items.map((item) => slots.flatMap((slot, index) => (fits(slot, item) ? [index] : [])));
  const [itemOf, slotOf]: [Matching, Matching] = [new Map(), new Map()];
  const empty = slots.filter((slot, index) => slot.required && !augment(index, bySlot, [itemOf, slotOf]));
  const left = items.filter(
    (_item, index) => !slotOf.has(index) && !augment(index, byItem, [slotOf, itemOf]),
  );
  return { empty, left };
}
