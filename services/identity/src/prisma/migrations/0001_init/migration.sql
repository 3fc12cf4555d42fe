create table users (
  id uuid primary key,
  email text not null unique,
  name text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  token_digest bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ip_address text,
  user_agent text
);
create index sessions_user_id_idx on sessions (user_id);

create table sign_in_links (
  email text primary key,
  token_digest bytea not null unique,
  name text,
  callback_url text not null,
  expires_at timestamptz(3) not null
);

create table mails (
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
create index mails_due on mails (next_attempt_at) where failed_at is null;

create table outbox (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  topic text not null,
  key text not null,
  payload bytea not null,
  traceparent text,
  created_at timestamptz not null default now()
);
