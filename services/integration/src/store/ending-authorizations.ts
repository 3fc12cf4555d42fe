import { isInactive } from '@patchbay/events/inactive-organizations';
import type { Integration } from '../domain/integration.ts';
import type { Tx } from './transaction.ts';

/** An active integration whose authorization will end. */
export interface EndingAuthorization extends Pick<Integration, 'id' | 'name' | 'provider' | 'workspace'> {
  readonly endsAt: Date;
  readonly daysLeft: 7 | 1;
}

const due = (told: string, after: string, until: string) =>
  `select id from integrations
           where status = 'active' and ${told} is distinct from authorization_ends_at
             and authorization_ends_at > $1::timestamptz + interval '${after}'
             and authorization_ends_at <= $1::timestamptz + interval '${until}'
             and not ${isInactive('integrations.organization_id')}
           order by authorization_ends_at limit $2 for no key update skip locked`;

/** Of one that is found only on its last day, the trail is told that day alone. */
const take = {
  name: 'authorizations that end soon',
  // Postgres locks no rows within a union.
  text: `with week as (${due('week_told_of', '24 hours', '168 hours')}),
         day as (${due('day_told_of', '0 hours', '24 hours')}),
         due as (select id, 7 as days from week union all select id, 1 from day)
         update integrations i set week_told_of = authorization_ends_at,
           day_told_of = case when due.days = 1 then authorization_ends_at else day_told_of end
         from due, workspaces w where i.id = due.id and w.id = i.workspace_id and w.ended_at is null
         returning i.id, i.name, i.provider, i.authorization_ends_at as "endsAt", due.days as "daysLeft",
           jsonb_build_object('id', w.id, 'organizationId', w.organization_id, 'slug', w.slug, 'name', w.name,
             'organizationName', w.organization_name) as workspace`,
};

/** Marks some of them as told; the transaction records them. Those of inactive organizations wait. Those that somebody is changing are taken the next time. */
export const takeEndingAuthorizations = (tx: Tx, limit: number): Promise<EndingAuthorization[]> =>
  tx.query<EndingAuthorization & Record<string, unknown>>(take, [tx.now(), limit]);
