-- psql -v moment=2026-11-15T10:00:00Z -f restore-undone.sql, as a superuser, where the moment is that of the backup.
-- Run after a restore, once audit has recorded again what Kafka has, before people reach the API: docs/operations.md, "Backup and
-- restore". Whatever was ended after the backup works again. This ends it once more, as the trail says; the trail has the entries
-- already. It lists what is left for people to decide. It may be run again.
begin;

-- Which sessions were ended is in the trail only for members of organizations: everybody signs in again.
delete from identity.sessions;
delete from identity.sign_in_links;
delete from identity.device_authorizations;

-- A key that was revoked or rotated stays ended: the one that replaced it is gone with the database, and has to be made anew.
update organization.api_keys key
set status = case when told.ended_at is null then 'disabled' else 'revoked' end::organization.api_key_status,
    revoked_at = told.ended_at
from (
  select organization_id, target_id, (array_agg(action order by sequence desc))[1] as last,
         max(occurred_at) filter (where action in ('api_key.revoked', 'api_key.rotated')) as ended_at
  from audit.entries
  where occurred_at >= :'moment' and action in ('api_key.disabled', 'api_key.enabled', 'api_key.revoked', 'api_key.rotated')
  group by organization_id, target_id
) told
where told.organization_id = key.organization_id and told.target_id = key.id::text
  and (told.ended_at is not null or told.last = 'api_key.disabled') and key.status <> 'revoked';

update organization.invitations invitation set status = 'canceled'
from audit.entries entry
where entry.occurred_at >= :'moment' and entry.action = 'invitation.canceled'
  and entry.organization_id = invitation.organization_id and entry.target_id = invitation.id::text and invitation.status = 'pending';

delete from integration.connect_links link using audit.entries entry
where entry.occurred_at >= :'moment' and entry.action = 'integration.connect_link_revoked'
  and entry.organization_id = link.organization_id and entry.target_id = link.integration_id::text
  and link.created_at < entry.occurred_at;

commit;

-- Who has more rights than they had, keys that were replaced, integrations that had been ended: for admins of the organizations.
select entry.occurred_at, organization.slug, entry.workspace_slug, entry.action, entry.target_id,
       entry.entry::jsonb -> 'target' ->> 'name' as target, entry.entry::jsonb -> 'changes' as changes
from audit.entries entry join organization.organizations organization on organization.id = entry.organization_id
where entry.occurred_at >= :'moment'
  and entry.action in ('member.removed', 'member.role_changed', 'workspace_member.removed', 'workspace_member.role_changed',
                       'api_key.rotated', 'integration.deleted', 'integration.disabled')
order by entry.occurred_at, organization.slug, entry.sequence;
