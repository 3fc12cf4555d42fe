-- Requests that were relayed, refused or failed. Gathered by processes and written every few seconds; the last 500 of an integration are
-- shown, for 7 days.
create table relayed_requests (
  integration_id uuid not null references integrations on delete cascade,
  -- Version 7, of the moment at which the request arrived: orders the requests.
  id uuid not null,
  at timestamptz(3) not null,
  -- `user` or `api_key`.
  caller_type text not null,
  caller_id uuid not null,
  caller_name text not null,
  api_key_prefix text,
  -- Null for sessions.
  grant_id uuid,
  api text not null,
  method text not null,
  -- Without its query.
  path text not null,
  account text,
  -- `answered`, `refused` or `failed`.
  outcome text not null,
  status smallint not null,
  -- Of the platform, where it was refused or failed.
  detail text,
  duration_ms integer not null,
  bytes_sent bigint not null,
  bytes_received bigint not null,
  primary key (integration_id, id)
);
create index relayed_requests_old on relayed_requests (at);

grant select, insert on relayed_requests to relay;
