-- Run as a superuser after a restore, before the services start: docs/restore.md, "Backup and restore".
-- Organization keeps copies of what identity knows of people, and integration keeps copies of names of organizations and workspaces.
-- They follow from events. Those that were on their way at the moment of the backup are not read again, because behind them in Kafka are
-- events of changes that the restore has undone. So the copies are made equal to what they are copies of.
begin;

update organization.people copy set email = own.email, name = own.name, version = own.version
from identity.users own
where own.id = copy.user_id and (copy.email, copy.name, copy.version) is distinct from (own.email, own.name, own.version);

update integration.workspaces copy set name = own.name, organization_name = organization.name
from organization.workspaces own join organization.organizations organization on organization.id = own.organization_id
where own.id = copy.id and (copy.name, copy.organization_name) is distinct from (own.name, organization.name);

commit;
