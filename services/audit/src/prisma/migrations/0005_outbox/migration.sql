-- What is recorded is published: libs/events owns this table, and its migration finds it here, with the rights of the service.
create table if not exists outbox (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  topic text not null,
  key text not null,
  payload bytea not null,
  traceparent text,
  created_at timestamptz not null default now()
);
grant select, insert, delete on outbox to audit;
