create type access_level as enum ('read', 'manage');
alter table integrations
  -- What the client is asked for; null for integrations from before, which have what their scopes allow.
  add column access access_level,
  -- When the client has to connect again; null: not known, or it renews itself.
  add column authorization_ends_at timestamptz(3),
  -- May be a minute late.
  add column last_used_at timestamptz(3);

-- Which API key may use an integration.
create table grants (
  id uuid primary key,
  integration_id uuid not null references integrations on delete cascade,
  -- The first key of its rotations: the grant holds for all of them.
  key_line_id uuid not null,
  -- As it was when the grant was made.
  key_id uuid not null,
  key_name text not null,
  key_prefix text not null,
  access access_level not null,
  -- Empty where it is every account of the connection.
  accounts text[] not null,
  every_account boolean not null,
  created_by_email text not null,
  created_at timestamptz(3) not null default now(),
  -- Null: never.
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  check (case when every_account then cardinality(accounts) = 0 else cardinality(accounts) between 1 and 100 end)
);
-- One that has expired is marked as ended before another one of its key is made.
create unique index grants_live on grants (integration_id, key_line_id) where revoked_at is null;
create index grants_of_integration on grants (integration_id, created_at, id);
create index grants_of_key on grants (key_line_id) where revoked_at is null;
create index grants_ended on grants (least(revoked_at, expires_at)) where least(revoked_at, expires_at) is not null;

-- Counted by processes and added every few seconds.
create table uses (
  integration_id uuid not null references integrations on delete cascade,
  hour timestamptz(0) not null,
  -- `user` or `api_key`.
  caller_type text not null,
  caller_id uuid not null,
  caller_name text not null,
  api_key_prefix text,
  -- The nil UUID for sessions.
  grant_id uuid not null,
  api text not null,
  reads bigint not null default 0,
  changes bigint not null default 0,
  refused bigint not null default 0,
  failed bigint not null default 0,
  bytes_sent bigint not null default 0,
  bytes_received bigint not null default 0,
  last_at timestamptz(3) not null,
  primary key (integration_id, hour, caller_id, grant_id, api)
);
create index uses_old on uses (hour);

-- The first use of a caller in a UTC day. No reference to the integration: the trail gets it also where the integration is deleted
-- before.
create table first_uses (
  integration_id uuid not null,
  caller_id uuid not null,
  day date not null,
  event jsonb not null,
  -- Who asked, as events need it.
  call jsonb not null,
  recorded_at timestamptz(3),
  primary key (integration_id, caller_id, day)
);
create index first_uses_unrecorded on first_uses (integration_id) where recorded_at is null;
create index first_uses_old on first_uses (day);

-- Changes that were relayed: noted before they are sent, until the trail has them. No reference to the integration: the note of a
-- change outlives it.
create table sent_changes (
  id uuid primary key,
  -- The event without the status of the answer.
  event jsonb not null,
  -- Who asked, as events need it.
  call jsonb not null,
  sent_at timestamptz(3) not null default now(),
  -- The provider's; null: not known, or not yet.
  status smallint,
  answered_at timestamptz(3)
);
create index sent_changes_due on sent_changes (answered_at, sent_at);

grant select on grants to relay;
grant select, insert, update on uses to relay;
grant select, insert on first_uses to relay;
grant select, insert, update on sent_changes to relay;
