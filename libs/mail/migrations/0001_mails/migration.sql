-- A mail that was sent is deleted; one that is given up keeps its row, with `failed_at`. `sealed` holds subject and bodies:
-- a link's token must not lie in the database.
-- `if not exists`: services that were set up before this migration created the same table in a migration of their own.
create table if not exists mails (
  id uuid primary key,
  recipient text not null,
  purpose text not null,
  sealed text not null,
  traceparent text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index if not exists mails_due on mails (next_attempt_at) where failed_at is null;
