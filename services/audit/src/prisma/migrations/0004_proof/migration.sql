-- The newest head of each chain that was signed and published.
create table published_heads (
  organization_id uuid primary key,
  sequence bigint not null,
  -- Of the entry: those that follow it are looked for in the partitions from here on.
  recorded_at timestamptz(3) not null,
  published_at timestamptz(3) not null
);

-- Where entries were removed because their time was over: the last one that was, as a signed head. What is left of the chain is
-- verified from there.
create table checkpoints (
  organization_id uuid primary key,
  sequence bigint not null,
  hash text not null,
  recorded_at timestamptz(3) not null,
  signed text not null
);

-- One row: entries that were recorded before this moment are gone. Whether an older event was ever recorded cannot be told.
create table retention (
  id boolean primary key default true check (id),
  removed_before timestamptz(3) not null default 'epoch'
);
insert into retention default values;

alter table dead_letters
  add column consumer text not null default 'audit',
  add column headers jsonb not null default '{}',
  -- When and how an operator ended it: by a replay that succeeded, or without.
  add column ended_at timestamptz(3),
  add column outcome text check (outcome in ('replayed', 'discarded'));
create index dead_letters_waiting on dead_letters (id) where ended_at is null;
create index dead_letters_place on dead_letters (topic, partition, "offset") where ended_at is null;

-- The service adds entries and reads them. Changing or removing one is a right of the owner alone.
grant usage on schema audit to audit;
grant select, insert on entries to audit;
grant select, insert, update on chain_heads, published_heads to audit;
grant select on checkpoints, retention to audit;
grant select, insert on dead_letters to audit;
grant update (reason, ended_at, outcome) on dead_letters to audit;
grant execute on function create_partitions(date, date) to audit;
