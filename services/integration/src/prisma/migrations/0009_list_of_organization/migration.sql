-- A copy of the workspace's, for the indexes of the list of an organization. Workspaces never change their organization.
alter table integrations add column organization_id uuid;
update integrations i set organization_id = w.organization_id from workspaces w where w.id = i.workspace_id;
alter table integrations
  alter column organization_id set not null,
  -- The end of the authorization that the trail was told of when a week, or a day, was left; null: of none.
  add column week_told_of timestamptz(3),
  add column day_told_of timestamptz(3);

create function copy_organization_of_workspace() returns trigger language plpgsql set search_path from current as $$
begin
  select organization_id into new.organization_id from workspaces where id = new.workspace_id;
  return new;
end
$$;
create trigger copy_organization_of_workspace before insert on integrations
  for each row execute function copy_organization_of_workspace();

-- The order of the list within each status, and of those that end soon.
create index integrations_by_name on integrations (organization_id, status, lower(name), id);
create index integrations_ending on integrations (organization_id, authorization_ends_at, id)
  where status = 'active' and authorization_ends_at is not null;
-- For the counts of the list of a provider.
create index integrations_of_provider on integrations (organization_id, provider, status);
-- Those that the trail was not told of.
create index integrations_to_tell_a_week_before on integrations (authorization_ends_at)
  where status = 'active' and week_told_of is distinct from authorization_ends_at;
create index integrations_to_tell_a_day_before on integrations (authorization_ends_at)
  where status = 'active' and day_told_of is distinct from authorization_ends_at;

-- So that the list does not count the integrations of a large organization. Not by provider: a workspace has few integrations of each
-- provider, so that there would be nearly as many counts as integrations.
create table integration_counts (
  organization_id uuid not null,
  workspace_id uuid not null,
  status integration_status not null,
  count integer not null,
  primary key (organization_id, workspace_id, status)
);

-- Each statement locks its counts in the order of the key, so that two of them cannot deadlock.
create function count_integrations() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into integration_counts as known
    select organization_id, workspace_id, status, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, workspace_id, status) do update set count = known.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into integration_counts as known
    select organization_id, workspace_id, status, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, workspace_id, status) do update set count = known.count + excluded.count;
  else
    insert into integration_counts as known
    select new.organization_id, new.workspace_id, status, change
    from (values (old.status, -1), (new.status, 1)) as changed (status, change) order by status
    on conflict (organization_id, workspace_id, status) do update set count = known.count + excluded.count;
  end if;
  return null;
end
$$;
create trigger count_added_integrations after insert on integrations referencing new table as added
  for each statement execute function count_integrations();
create trigger count_removed_integrations after delete on integrations referencing old table as removed
  for each statement execute function count_integrations();
-- Most updates do not change the status: they lock no count.
create trigger count_changed_integrations after update of status on integrations
  for each row when (old.status <> new.status) execute function count_integrations();

-- `integrations` is locked: no change falls between the triggers and these counts.
insert into integration_counts
select organization_id, workspace_id, status, count(*) from integrations group by 1, 2, 3;
