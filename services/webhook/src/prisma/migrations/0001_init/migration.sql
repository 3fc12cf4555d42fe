create table webhooks (
  id uuid primary key,
  organization_id uuid not null,
  url text not null,
  description text not null,
  -- Names of actions, or groups such as `integration.*`; empty: all.
  actions text[] not null,
  -- Null: entries of the whole organization. The name is a copy, which entries about the workspace keep current.
  workspace_id uuid,
  workspace_slug text,
  workspace_name text,
  status text not null check (status in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('by_person', 'gone', 'failing')),
  sealed_secret text not null,
  -- Signs too, until the grace after a rotation ends.
  sealed_previous_secret text,
  previous_secret_until timestamptz(3),
  created_by_email text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_delivered_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_failure_status integer,
  last_failure_reason text,
  -- The first failure since the last success.
  failing_since timestamptz(3),
  -- Its deliveries are removed in the background, and the row after them.
  deleted_at timestamptz(3),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((workspace_id is null) = (workspace_slug is null) and (workspace_id is null) = (workspace_name is null)),
  check ((sealed_previous_secret is null) = (previous_secret_until is null))
);
create index webhooks_of_organization on webhooks (organization_id, created_at, id) where deleted_at is null;
create index webhooks_deleted on webhooks (id) where deleted_at is not null;

-- One row for each webhook, apart from it: every claim changes it.
create table queues (
  webhook_id uuid primary key references webhooks on delete cascade,
  organization_id uuid not null,
  -- When its next delivery may be claimed, or earlier; infinity: none waits, or the webhook is disabled. A claim moves it behind
  -- the other queues that are due.
  due_at timestamptz(3) not null default 'infinity',
  -- Whether its last attempt took long, or nothing was delivered for a minute. Such queues have fewer places, so that endpoints that
  -- answer late or not at all leave room for others.
  is_slow boolean not null default false
);
create index queues_due on queues (is_slow, due_at) where due_at < 'infinity';
create index queues_of_organization on queues (organization_id, webhook_id);

create table deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks,
  entry_id uuid not null,
  -- Null: a test, which is no entry of the trail.
  sequence bigint,
  action text not null,
  -- What is sent, the same at every attempt.
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- Counts claims: distinguishes the current one from those whose lease has ended.
  attempts integer not null default 0,
  -- Asked for by a replay: it comes after those that are new.
  is_replay boolean not null default false,
  -- Of a pending one: when it is due; while it is claimed, when its lease ends.
  next_attempt_at timestamptz(3),
  leased_until timestamptz(3),
  last_attempt_at timestamptz(3),
  response_status integer,
  response_ms integer,
  reason text,
  -- The trace of the entry, which each attempt continues.
  traceparent text,
  -- When it was queued; of one that was delivered again on request, when that was asked for.
  created_at timestamptz(3) not null,
  check ((status = 'pending') = (next_attempt_at is not null))
);
-- One delivery for each entry and webhook, however often the entry arrives.
create unique index deliveries_of_entry on deliveries (webhook_id, entry_id);
create index deliveries_due on deliveries (webhook_id, is_replay, next_attempt_at, sequence) where status = 'pending';
create index deliveries_leased on deliveries (webhook_id) where leased_until is not null;
create index deliveries_newest on deliveries (webhook_id, created_at, id);
create index deliveries_newest_of_status on deliveries (webhook_id, status, created_at, id);
create index deliveries_by_age on deliveries (created_at);

-- The last entry of each organization's trail that was handled: its webhooks have the deliveries of all entries up to it.
create table cursors (
  organization_id uuid primary key,
  sequence bigint not null
);

-- Entries that a webhook gets once more. A newer replay replaces the one before.
create table replays (
  webhook_id uuid primary key references webhooks on delete cascade,
  -- The last sequence that has been queued.
  after_sequence bigint not null,
  -- The cursor of the organization when the replay was asked for: later entries come by themselves.
  until_sequence bigint not null,
  -- A replay that is asked for anew keeps the pace of the one before.
  next_page_at timestamptz(3) not null default now()
);
