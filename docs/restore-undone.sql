-- psql -v ON_ERROR_STOP=1 -v moment=2026-11-15T10:00:00Z -f restore-undone.sql, as a superuser; the moment is that of the backup.
-- Run after a restore, once audit has recorded again what Kafka has, before people reach the API: docs/restore.md, "Backup and
-- restore". Whatever was ended after the backup works again. This ends it once more, as the trail says; the trail has the entries
-- already. It lists what is left for people to decide. It may be run again.
begin;

-- Nothing is recorded more than a day before it occurred: earlier months are not read.
create temporary table told on commit drop as
select organization_id, sequence, action, occurred_at, target_id, workspace_slug, entry from audit.entries
where occurred_at >= :'moment'::timestamptz and recorded_at >= :'moment'::timestamptz - interval '1 day'
  and action in ('api_key.disabled', 'api_key.enabled', 'api_key.revoked', 'api_key.rotated', 'invitation.canceled',
                 'grant.revoked', 'integration.accounts_chosen', 'integration.connect_link_issued',
                 'integration.connect_link_revoked', 'integration.deleted', 'integration.disabled', 'member.removed', 'member.role_changed', 'passkey.deleted', 'passkey.suspended',
                 'workspace_member.removed', 'workspace_member.role_changed', 'workspace.deleted', 'organization.closed',
                 'webhook.deleted', 'webhook.disabled', 'webhook.secret_rotated',
                 'webhook.updated', 'user.suspended', 'user.resumed', 'organization.suspended', 'organization.resumed');

-- Everybody signs in again: the trail does not tell of sessions of people without an organization, nor of links that were used.
delete from identity.sessions;
delete from identity.sign_in_links;
delete from identity.device_authorizations;

-- Those of people without an organization are in no trail, and work again.
delete from identity.passkeys passkey using told
where told.action like 'passkey.%' and told.target_id = passkey.id::text;

-- A key that was revoked or rotated stays ended: the one that replaced it is gone with the database, and has to be made anew.
update organization.api_keys key
set status = case when last.ended_at is null then 'disabled' else 'revoked' end::organization.api_key_status,
    revoked_at = last.ended_at
from (
  select organization_id, target_id, (array_agg(action order by sequence desc))[1] as action,
         max(occurred_at) filter (where action in ('api_key.revoked', 'api_key.rotated')) as ended_at
  from told where action like 'api_key.%' group by organization_id, target_id
) last
where last.organization_id = key.organization_id and last.target_id = key.id::text
  and (last.ended_at is not null or last.action = 'api_key.disabled') and key.status <> 'revoked';

update organization.invitations invitation set status = 'canceled'
from told
where told.action = 'invitation.canceled' and told.organization_id = invitation.organization_id
  and told.target_id = invitation.id::text and invitation.status = 'pending';

-- Whom and what an operator suspended stays suspended, and what was resumed does not. An event about a person is in several trails.
create temporary table suspensions on commit drop as
select distinct on (target_id) target_id, occurred_at, action like '%.suspended' as suspended,
       entry::jsonb -> 'metadata' -> 'operator' ->> 'reason' as reason
from told where action in ('user.suspended', 'user.resumed', 'organization.suspended', 'organization.resumed')
order by target_id, occurred_at desc, sequence desc;
update identity.users person
set suspended_at = case when last.suspended then last.occurred_at end,
    suspended_reason = case when last.suspended then last.reason end
from suspensions last where last.target_id = person.id::text;
update organization.people person
set suspended = last.suspended, suspension_changed_at = last.occurred_at
from suspensions last where last.target_id = person.user_id::text;
update organization.organizations organization
set suspended_reason = case when last.suspended then last.reason end
from suspensions last where last.target_id = organization.id::text;

-- A new link replaces the one before.
delete from integration.connect_links link using told
where told.action in ('integration.connect_link_issued', 'integration.connect_link_revoked') and told.organization_id = link.organization_id
  and told.target_id = link.integration_id::text and link.created_at < told.occurred_at;

-- Also those that ended with their key, or when other accounts were chosen.
update integration.grants granted set revoked_at = told.occurred_at
from told, integration.integrations integration
where told.action = 'grant.revoked' and told.target_id = granted.id::text and granted.revoked_at is null
  and integration.id = granted.integration_id and integration.organization_id = told.organization_id;

-- What the client chose last binds the connection that is back. A choice of every account does not undo an earlier one: that one is
-- narrower, and the client can connect again.
update integration.integrations integration
set accounts = last.accounts, accounts_chosen_at = last.occurred_at
from (
  select distinct on (organization_id, target_id) organization_id, target_id, occurred_at,
         entry::jsonb -> 'metadata' -> 'accounts' as accounts
  from told where action = 'integration.accounts_chosen' order by organization_id, target_id, sequence desc
) last
where last.organization_id = integration.organization_id and last.target_id = integration.id::text
  and jsonb_typeof(last.accounts) = 'array';

-- A webhook that was deleted is deleted again. One that was changed has its earlier address, filter and secret: it delivers nothing until
-- an admin has looked at it.
update webhook.webhooks webhook
set deleted_at = coalesce(webhook.deleted_at, last.deleted_at), status = 'disabled',
    disabled_reason = coalesce(webhook.disabled_reason, 'by_person')
from (
  select organization_id, target_id, max(occurred_at) filter (where action = 'webhook.deleted') as deleted_at
  from told where action like 'webhook.%' group by organization_id, target_id
) last
where last.organization_id = webhook.organization_id and last.target_id = webhook.id::text;

update webhook.queues queue set due_at = 'infinity'
from webhook.webhooks webhook where webhook.id = queue.webhook_id and webhook.status = 'disabled';

-- For admins of the organizations: who has more rights than they had, keys that were replaced, integrations that had been ended or whose
-- client had chosen accounts,
-- webhooks that are disabled now.
select told.occurred_at, organization.slug, told.workspace_slug, told.action, told.target_id,
       told.entry::jsonb -> 'target' ->> 'name' as target, told.entry::jsonb -> 'changes' as changes
from told join organization.organizations organization on organization.id = told.organization_id
where told.action in ('member.removed', 'member.role_changed', 'workspace_member.removed', 'workspace_member.role_changed',
                      'api_key.rotated', 'integration.accounts_chosen', 'integration.deleted', 'integration.disabled', 'webhook.secret_rotated', 'webhook.updated',
                      'workspace.deleted', 'organization.closed')
order by told.occurred_at, organization.slug, told.sequence;

commit;
