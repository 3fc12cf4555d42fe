import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Queryable } from '@patchbay/database/query';
import { conflict, type Failure, forbidden } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';
import { type DecodedEvent, readEvents } from './consumer.ts';

/**
 * A change of the state of an organization by an event, for the table `paused_organizations` of a service. An organization is inactive while
 * it is closed or suspended, and for good once it is deleted.
 */
export interface OrganizationStateChange {
  readonly organizationId: string;
  readonly asOf: Date;
  readonly closed?: boolean;
  readonly suspended?: boolean;
  readonly deleted?: true;
}

type StateFields = Pick<OrganizationStateChange, 'closed' | 'suspended' | 'deleted'>;

const fieldsByAction: Readonly<Record<string, StateFields>> = {
  'organization.closed': { closed: true },
  'organization.restored': { closed: false },
  'organization.suspended': { suspended: true },
  'organization.resumed': { suspended: false },
  'organization.deleted': { deleted: true },
};

/** The state changes in the events, in order. An event without an organization or a time is a poison message. */
export const stateChangesIn = (events: readonly DecodedEvent[]): OrganizationStateChange[] =>
  readEvents(events, ({ event: { action, organizationId, occurredAt } }) => {
    const fields = fieldsByAction[action];
    if (fields === undefined) return undefined;
    if (!isUuid(organizationId) || occurredAt === undefined)
      return 'a change of the state of an organization without its id or a time';
    return { value: { organizationId, asOf: timestampDate(occurredAt), ...fields } };
  });

/** Of two events of the same millisecond the one that is delivered last counts. */
const save = {
  name: 'save the state of an organization',
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

/** A repeated or late event never replaces a newer state. A deleted organization stays deleted. */
export async function saveStateChange(
  db: Queryable,
  { organizationId, asOf, closed, suspended, deleted }: OrganizationStateChange,
): Promise<void> {
  await db.query(save, [organizationId, closed ?? null, suspended ?? null, deleted ?? false, asOf]);
}

/** SQL condition: the organization is closed, suspended or deleted. `organizationId` is an SQL expression. */
export const isInactive = (organizationId: string): string =>
  `exists (select from paused_organizations p
             where p.organization_id = ${organizationId} and (p.closed or p.suspended or p.deleted))`;

/** The state of an inactive organization. At least one field is true. */
export interface InactiveState extends Record<string, unknown> {
  readonly closed: boolean;
  readonly suspended: boolean;
  readonly deleted: boolean;
}

const find = {
  name: 'why an organization is inactive',
  text: `select closed, suspended, deleted from paused_organizations
         where organization_id = $1::uuid and (closed or suspended or deleted)`,
};

/** Undefined if the organization is active. */
export async function findInactiveState(
  db: Queryable,
  organizationId: string,
): Promise<InactiveState | undefined> {
  return (await db.query<InactiveState>(find, [organizationId]))[0];
}

/** The refusal of a request in an inactive organization: 403 if it is suspended, else 409. */
export const inactiveFailure = ({ suspended }: Pick<InactiveState, 'suspended'>): Failure =>
  suspended
    ? forbidden('The organization is suspended.')
    : conflict('The organization is closed, and will be deleted.');
