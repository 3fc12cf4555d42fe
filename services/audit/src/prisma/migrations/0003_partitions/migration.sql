-- Entries by month of recording, and each as the text that is hashed: the entry in RFC 8785 form. Reading, verifying and exporting
-- use this text as it is. Copies every entry, under an exclusive lock.

-- What the role of the service creates, it owns and may change. A schema of before, which that role owned, is given to its owner when it
-- is provisioned.
do $$ begin
  if current_user = 'audit' then
    raise exception 'the role of the service must not own entries: provision the schema and migrate as its owner';
  end if;
end $$;

-- The RFC 8785 form of what JSON.stringify has written: object names by their bytes, no spaces, numbers as JavaScript writes them.
-- Names of ours are ASCII, where the order of bytes is that of UTF-16.
create function canonical_form(value jsonb) returns text language plpgsql immutable strict as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select '{' || coalesce(string_agg(to_json(name)::text || ':' || canonical_form(inside), ',' order by name collate "C"), '') || '}'
      from jsonb_each(value) as field (name, inside))
    when 'array' then (
      select '[' || coalesce(string_agg(canonical_form(inside), ',' order by position), '') || ']'
      from jsonb_array_elements(value) with ordinality as element (inside, position))
    when 'number' then case
      when abs(value::numeric) >= 1e21 or (value::numeric <> 0 and abs(value::numeric) < 1e-6)
        then regexp_replace(value::float8::text, 'e([+-])0(\d)$', 'e\1\2')
      else trim_scale(value::numeric)::text end
    else value::text end;
end $$;

alter table entries rename to entries_before;

-- Partitions hold a month each, in UTC, and there is no default one: only then are pages read partition by partition, newest or
-- oldest first, until they are full. An entry without a partition fails and is recorded when there is one.
create table entries (
  organization_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  action text not null,
  occurred_at timestamptz(3) not null,
  -- That of the entry, or of the one before it where that is later: it never goes back along a chain.
  recorded_at timestamptz(3) not null,
  actor_id text,
  workspace_slug text,
  target_type text not null,
  target_id text not null,
  entry text not null check (entry is json object),
  hash text not null
) partition by range (recorded_at);

-- Creates the partitions of the months from the first to the last of these days that do not exist, and returns their names. Each is
-- created apart and then attached, which takes SHARE UPDATE EXCLUSIVE on `entries`: neither readers nor writers wait for that, nor
-- for somebody who waits for it. Runs as the owner, because the service has no right to create a table. The settings are those that
-- decide what names mean and how times are written as text and read again: a caller could have others.
create function create_partitions(first date, last date) returns setof text
language plpgsql security definer set search_path = audit, pg_temp set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  month timestamp := date_trunc('month', first::timestamp);
  name text;
begin
  if (first >= '1970-01-01' and last >= first and last < first + interval '100 years') is not true then
    raise exception 'partitions from % to % cannot be created', first, last;
  end if;
  -- Every statement is planned with all partitions: only the owner may create many.
  if not pg_has_role(session_user, current_user, 'member')
     and (first < now() - interval '1 month' or last > now() + interval '13 months') then
    raise exception 'only the owner creates partitions from % to %', first, last;
  end if;
  -- Of two processes one creates them.
  perform pg_advisory_xact_lock(hashtext('audit.create_partitions'));
  while month <= last loop
    name := 'entries_' || to_char(month, 'YYYY_MM');
    if not exists (select from pg_inherits where inhparent = 'entries'::regclass and inhrelid = to_regclass(name)) then
      execute format('create table %I (like entries including defaults including constraints)', name);
      -- Replaces the number of values that statistics count. A plan for any value must read by the index of its column, also in a
      -- month in which the column has had one value so far: it would read everything for another one. Of several filters the index
      -- of the one with most values is used.
      execute format('alter table %I alter action set (n_distinct = 100), alter actor_id set (n_distinct = 1000),
                        alter workspace_slug set (n_distinct = 200), alter target_type set (n_distinct = 50),
                        alter target_id set (n_distinct = 10000)', name);
      execute format('alter table entries attach partition %I for values from (%L) to (%L)',
                     name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      return next name;
    end if;
    month := month + interval '1 month';
  end loop;
end $$;
revoke execute on function create_partitions(date, date) from public;

select create_partitions(
  (select coalesce(min(recorded_at), now()) at time zone 'UTC' from entries_before)::date,
  (select greatest(max(recorded_at), now()) at time zone 'UTC' + interval '3 months' from entries_before)::date);

insert into entries (organization_id, sequence, event_id, action, occurred_at, recorded_at, actor_id, workspace_slug, target_type,
                     target_id, entry, hash)
select organization_id, sequence, event_id, action, occurred_at,
       max(recorded_at) over (partition by organization_id order by sequence),
       actor_id, workspace_slug, target_type, target_id, canonical_form(entry), hash
from entries_before;

drop table entries_before;
drop function canonical_form(jsonb);

-- Unique within a month; across months the row lock on the head of a chain guards both.
alter table entries add primary key (organization_id, sequence, recorded_at);
-- Begins with the id of the event: the only index with which a repeated delivery can be looked for, also in the plan of a month that
-- has no statistics yet. Ids grow with time, so it is written at its end.
create unique index entries_event_id_organization_id_recorded_at_key on entries (event_id, organization_id, recorded_at);
-- Each filter has the order of the pages behind it, so that a page of a rare value reads nothing else.
create index entries_organization_id_recorded_at_sequence_idx on entries (organization_id, recorded_at, sequence);
create index entries_organization_id_action_recorded_at_sequence_idx on entries (organization_id, action, recorded_at, sequence);
create index entries_organization_id_actor_id_recorded_at_sequence_idx on entries (organization_id, actor_id, recorded_at, sequence);
create index entries_organization_id_workspace_slug_recorded_at_sequence_idx
  on entries (organization_id, workspace_slug, recorded_at, sequence);
create index entries_organization_id_target_type_recorded_at_sequence_idx
  on entries (organization_id, target_type, recorded_at, sequence);
create index entries_organization_id_target_id_recorded_at_sequence_idx
  on entries (organization_id, target_id, recorded_at, sequence);

-- Late entries, which are few. A page up to a moment reads what was recorded until an hour after it, and looks here for what occurred
-- before it and was recorded later.
create index entries_late_idx on entries (organization_id, recorded_at, sequence, occurred_at)
  where recorded_at - occurred_at > interval '1 hour';

-- Of the newest entry.
alter table chain_heads add column recorded_at timestamptz(3) not null default 'epoch';
update chain_heads head set recorded_at = newest.recorded_at
from (select organization_id, max(recorded_at) as recorded_at from entries group by organization_id) newest
where newest.organization_id = head.organization_id;
