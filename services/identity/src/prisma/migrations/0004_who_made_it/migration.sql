-- An address has a link of a sign-in and one of a sign-up, which do not replace each other.
alter table sign_in_links
  drop constraint sign_in_links_pkey,
  drop column name,
  add column id uuid not null default gen_random_uuid() primary key,
  add column kind text not null default 'sign_in' check (kind in ('sign_in', 'sign_up')),
  add column sign_up_id uuid,
  add check ((kind = 'sign_up') = (sign_up_id is not null)),
  add unique (email, kind);
alter table sign_in_links alter column id drop default, alter column kind drop default;

-- Requests for sign-in links that were answered and are not done yet.
create table link_requests (
  id uuid primary key,
  email text not null,
  callback_url text not null,
  traceparent text,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index link_requests_next_attempt_at_idx on link_requests (next_attempt_at);

-- Who asks to be let in, for the person who decides.
alter table device_authorizations
  add column ip_address text,
  add column user_agent text,
  add column created_at timestamptz(3) not null default now();
