create type role as enum ('guest', 'viewer', 'member', 'admin');

create table organizations (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  domain text unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table people (
  user_id uuid primary key,
  email text not null unique,
  name text not null
);

create table members (
  id uuid primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null references people,
  role role not null,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, user_id)
);
create index members_user_id_idx on members (user_id);

create table parked_sign_ups (
  email text primary key,
  name text not null,
  organization_name text not null,
  organization_slug text not null,
  expires_at timestamptz(3) not null
);

create table outbox (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  topic text not null,
  key text not null,
  payload bytea not null,
  traceparent text,
  created_at timestamptz not null default now()
);
