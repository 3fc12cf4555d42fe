import type { ExpiredRows } from '@patchbay/worker/sweep';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

export const expiredDisabledWebhooks: ExpiredRows = {
  table: 'disabled_webhooks',
  primaryKey: 'webhook_id',
  expiresAt: 'told_at',
  keep: '30 days',
};

/** Webhooks of an organization whose disabling is mailed in an hour: whoever disables them on purpose floods nobody. */
const maxTold = 10;

const insert = {
  name: 'tell of a disabled webhook',
  text: `insert into disabled_webhooks (webhook_id, organization_id, event_id, told_at)
         select $1::uuid, $2::uuid, $3::uuid, $4::timestamptz where (
           select count(*) from disabled_webhooks where organization_id = $2::uuid and told_at > $4::timestamptz - interval '1 hour') < ${maxTold}
         on conflict (webhook_id) do update set event_id = excluded.event_id, told_at = excluded.told_at
         where disabled_webhooks.event_id <> excluded.event_id and disabled_webhooks.told_at < $4::timestamptz - interval '1 day'
         returning webhook_id`,
};

/** False where the event was handled before, or enough mails were sent. */
export const isToBeTold = async (
  tx: Tx,
  { id }: LockedOrganization,
  disabling: { readonly webhookId: string; readonly eventId: string },
): Promise<boolean> =>
  (await tx.query(insert, [disabling.webhookId, id, disabling.eventId, tx.now()])).length === 1;

/** Admins who are told: the first ones of the organization. */
const maxAdmins = 100;

export const recipientsOfDisabling = {
  name: 'whom to tell of a disabled webhook',
  text: `select p.email, json_build_object('slug', o.slug, 'name', o.name) as organization
         from organizations o join (
           (select user_id from members where organization_id = $1::uuid and role = 'admin' order by created_at, id limit ${maxAdmins})
           union
           (select m.user_id from members m join people p on p.user_id = m.user_id
            where m.organization_id = $1::uuid and p.email = $2 limit 1)
         ) told on true join people p on p.user_id = told.user_id
         where o.id = $1::uuid order by p.email limit ${maxAdmins + 1}`,
};

export interface Recipient {
  readonly email: string;
  readonly organization: { readonly slug: string; readonly name: string };
}

/** The admins of the organization, and whoever created the webhook, if they are still a member. */
export const listRecipientsOfDisabling = (
  tx: Tx,
  { id }: LockedOrganization,
  createdByEmail: string,
): Promise<Recipient[]> =>
  tx.query<Recipient & Record<string, unknown>>(recipientsOfDisabling, [id, createdByEmail]);
