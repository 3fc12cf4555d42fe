create table entries (
  organization_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  event_id uuid not null,
  action text not null,
  occurred_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  actor_id text,
  workspace_slug text,
  target_type text not null,
  target_id text not null,
  entry jsonb not null,
  hash text not null,
  primary key (organization_id, sequence)
);
create unique index entries_organization_id_event_id_key on entries (organization_id, event_id);
-- Each filter has the order of the pages behind it, so that a page of a rare value reads nothing else.
create index entries_organization_id_action_sequence_idx on entries (organization_id, action, sequence);
create index entries_organization_id_actor_id_sequence_idx on entries (organization_id, actor_id, sequence);
create index entries_organization_id_workspace_slug_sequence_idx on entries (organization_id, workspace_slug, sequence);
create index entries_organization_id_target_type_sequence_idx on entries (organization_id, target_type, sequence);
create index entries_organization_id_target_id_sequence_idx on entries (organization_id, target_id, sequence);
create index entries_organization_id_occurred_at_idx on entries (organization_id, occurred_at);

create table chain_heads (
  organization_id uuid primary key,
  sequence bigint not null,
  hash text not null
);

create table dead_letters (
  id bigint generated always as identity primary key,
  topic text not null,
  partition integer not null,
  "offset" text not null,
  reason text not null,
  key bytea not null,
  value bytea not null,
  failed_at timestamptz(3) not null
);
