create table provider_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index provider_identities_user_id_idx on provider_identities (user_id);

create table device_authorizations (
  device_code_digest bytea primary key,
  user_code text not null unique,
  expires_at timestamptz(3) not null,
  interval_seconds integer not null,
  polled_at timestamptz(3),
  decision text check (decision in ('approved', 'denied')),
  decided_by uuid references users,
  decided_in uuid,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_in is null))
);
create index device_authorizations_expires_at_idx on device_authorizations (expires_at);

alter table sessions add column wrong_user_codes integer not null default 0;
create index sessions_expires_at_idx on sessions (expires_at);
create index sign_in_links_expires_at_idx on sign_in_links (expires_at);
