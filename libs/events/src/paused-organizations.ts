import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Event } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Queryable } from '@patchbay/database/query';
import { conflict, type Failure, forbidden } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';
import type { DecodedEvent } from './consumer.ts';
import { type Poison, PoisonMessage } from './transport.ts';

/** What an event changes about an organization in the table `paused_organizations` of a service. */
export interface PauseChange {
  readonly organizationId: string;
  readonly asOf: Date;
  readonly closed?: boolean;
  readonly suspended?: boolean;
  readonly deleted?: true;
}

const pauses: Readonly<Record<string, Pick<PauseChange, 'closed' | 'suspended' | 'deleted'>>> = {
  'organization.closed': { closed: true },
  'organization.restored': { closed: false },
  'organization.suspended': { suspended: true },
  'organization.resumed': { suspended: false },
  'organization.deleted': { deleted: true },
};

const pauseOf = (
  { organizationId, occurredAt }: Event,
  change: Pick<PauseChange, 'closed' | 'suspended' | 'deleted'>,
): PauseChange | undefined =>
  isUuid(organizationId) && occurredAt !== undefined
    ? { organizationId, asOf: timestampDate(occurredAt), ...change }
    : undefined;

/** The changes in these events, in their order. An event without an organization or a time is poison. */
export function pausesIn(events: readonly DecodedEvent[]): PauseChange[] {
  const changes: PauseChange[] = [];
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    const change = pauses[event.action];
    if (change === undefined) continue;
    const pause = pauseOf(event, change);
    if (pause !== undefined) changes.push(pause);
    else poisons.push({ message, reason: 'a pause without an organization or a time' });
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return changes;
}

/** Of two events of the same millisecond the one that is delivered last counts. */
const save = {
  name: 'save what pauses an organization',
  text: `insert into paused_organizations as known (organization_id, closed, closed_as_of, suspended, suspended_as_of, deleted)
         values ($1::uuid, coalesce($2::boolean, false), case when $2::boolean is not null then $5::timestamptz end,
           coalesce($3::boolean, false), case when $3::boolean is not null then $5::timestamptz end, $4::boolean)
         on conflict (organization_id) do update set
           closed = case when excluded.closed_as_of >= coalesce(known.closed_as_of, '-infinity')
             then excluded.closed else known.closed end,
           closed_as_of = greatest(known.closed_as_of, excluded.closed_as_of),
           suspended = case when excluded.suspended_as_of >= coalesce(known.suspended_as_of, '-infinity')
             then excluded.suspended else known.suspended end,
           suspended_as_of = greatest(known.suspended_as_of, excluded.suspended_as_of),
           deleted = known.deleted or excluded.deleted`,
};

/** A repeated or late event never replaces a newer one, and what was deleted stays so. */
export async function savePause(
  db: Queryable,
  { organizationId, asOf, closed, suspended, deleted }: PauseChange,
): Promise<void> {
  await db.query(save, [organizationId, closed ?? null, suspended ?? null, deleted ?? false, asOf]);
}

/** A condition of SQL: nothing of the organization with this id, an expression, is done at the moment. */
export const isPaused = (organizationId: string): string =>
  `exists (select from paused_organizations p
             where p.organization_id = ${organizationId} and (p.closed or p.suspended or p.deleted))`;

/** Why nothing of an organization is done at the moment. */
export interface Pause extends Record<string, unknown> {
  readonly closed: boolean;
  readonly suspended: boolean;
  readonly deleted: boolean;
}

const find = {
  name: 'what pauses an organization',
  text: `select closed, suspended, deleted from paused_organizations
         where organization_id = $1::uuid and (closed or suspended or deleted)`,
};

/** Undefined if the organization is open. */
export async function findPause(db: Queryable, organizationId: string): Promise<Pause | undefined> {
  return (await db.query<Pause>(find, [organizationId]))[0];
}

/** The refusal of a request in a paused organization: 403 if it is suspended, else 409. */
export const refusalOfPause = ({ suspended }: Pick<Pause, 'suspended'>): Failure =>
  suspended
    ? forbidden('The organization is suspended.')
    : conflict('The organization is closed, and will be deleted.');
