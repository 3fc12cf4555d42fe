-- Events wait here from the transaction that causes them until the relay has published them.
-- `if not exists`: services that were set up before this migration created the same table in a migration of their own.
create table if not exists outbox (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  topic text not null,
  key text not null,
  payload bytea not null,
  traceparent text,
  created_at timestamptz not null default now()
);
