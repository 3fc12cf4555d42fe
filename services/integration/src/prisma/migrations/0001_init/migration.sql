create table outbox (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  topic text not null,
  key text not null,
  payload bytea not null,
  traceparent text,
  created_at timestamptz not null default now()
);
