-- A copy of organization's names, for connect pages and events; updated by organization's events.
create table workspaces (
  id uuid primary key,
  organization_id uuid not null,
  slug text not null,
  name text not null,
  organization_name text not null,
  -- When each name was current: an event of an earlier time does not replace it.
  name_as_of timestamptz(3) not null,
  organization_name_as_of timestamptz(3) not null
);
create index workspaces_of_organization on workspaces (organization_id);

create type integration_status as enum ('pending', 'active', 'error', 'disabled');

create table integrations (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  provider text not null,
  name text not null,
  status integration_status not null default 'pending',
  status_detail text,
  status_checked_at timestamptz(3),
  last_error text,
  last_error_at timestamptz(3),
  settings jsonb not null default '{}',
  connected_at timestamptz(3),
  connected_account text,
  return_url text,
  created_by_email text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When the background verifies it next; null: not at all. A claim moves it past the end of its lease.
  check_at timestamptz(3),
  -- Claims since the last verification that ended other than transiently.
  check_attempts integer not null default 0,
  check ((last_error is null) = (last_error_at is null)),
  check (check_at is null or status = 'active'),
  check (status <> 'active' or connected_at is not null)
);
create index integrations_of_workspace on integrations (workspace_id, created_at, id);
create index integrations_due on integrations (check_at) where check_at is not null;

-- The one link of an integration that was neither used nor revoked. Issuing another one replaces the row's values.
create table connect_links (
  integration_id uuid primary key references integrations on delete cascade,
  -- Associated data of the sealed token, as are the ids of integration and link.
  organization_id uuid not null,
  workspace_id uuid not null,
  id uuid not null unique,
  token_digest bytea not null unique,
  sealed_token text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

create table credentials (
  integration_id uuid primary key references integrations on delete cascade,
  -- Associated data of each secret, as are the id of the integration and the name of the secret.
  organization_id uuid not null,
  workspace_id uuid not null,
  -- Sealed texts by the name of the secret.
  sealed jsonb not null,
  -- The sealing key of all of them.
  key_id text not null,
  -- Counts the changes: whoever has read an earlier version does not write over a later one.
  version integer not null default 1,
  expires_at timestamptz(3),
  ends_at timestamptz(3),
  -- When the background renews the access token; null: it is renewed when it is used. A claim moves it past the end of its lease.
  renew_at timestamptz(3),
  renew_attempts integer not null default 0,
  -- Until then one process alone renews. Not null after that time: the process ended before it saved what it got.
  renewing_until timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create index credentials_due on credentials (renew_at) where renew_at is not null;

-- Credentials of deleted integrations, until the provider has revoked them.
create table revocations (
  -- That of the deleted integration, or a new one for credentials that a provider issued while it was being deleted.
  id uuid primary key,
  organization_id uuid not null,
  workspace_id uuid not null,
  provider text not null,
  settings jsonb not null,
  sealed jsonb not null,
  key_id text not null,
  attempts integer not null default 0,
  attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index revocations_due on revocations (attempt_at);

-- States of consents that were used: each works once.
create table spent_states (
  id uuid primary key,
  expires_at timestamptz(3) not null
);
create index spent_states_expired on spent_states (expires_at);
