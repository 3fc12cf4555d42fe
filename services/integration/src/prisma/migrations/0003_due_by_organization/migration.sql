-- In the order in which requests lock rows of these tables, so that neither can deadlock with the other. Once and in the strongest
-- mode that anything below takes: a lock that is strengthened later can deadlock with a transaction that has read.
lock table integrations, credentials in access exclusive mode;

-- Copies, so that an index finds what is due of an organization at a provider: the background serves organizations by turns.
alter table integrations add column organization_id uuid;
alter table credentials add column provider text;

update integrations i set organization_id = w.organization_id from workspaces w where w.id = i.workspace_id;
update credentials c set provider = i.provider from integrations i where i.id = c.integration_id;
alter table integrations alter column organization_id set not null;
alter table credentials alter column provider set not null;

create index integrations_due_of_organization on integrations (organization_id, provider, check_at)
  where check_at is not null;
create index credentials_due_of_organization on credentials (organization_id, provider, renew_at)
  where renew_at is not null;

-- The version before does not know the columns and inserts rows until it is replaced.
create function set_organization_of_integration() returns trigger language plpgsql set search_path from current as $$
begin
  select organization_id into new.organization_id from workspaces where id = new.workspace_id;
  return new;
end
$$;
create trigger set_organization_of_integration before insert on integrations
  for each row when (new.organization_id is null) execute function set_organization_of_integration();

create function set_provider_of_credentials() returns trigger language plpgsql set search_path from current as $$
begin
  select provider into new.provider from integrations where id = new.integration_id;
  return new;
end
$$;
create trigger set_provider_of_credentials before insert on credentials
  for each row when (new.provider is null) execute function set_provider_of_credentials();
