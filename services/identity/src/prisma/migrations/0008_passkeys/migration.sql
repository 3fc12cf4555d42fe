-- Public keys of authenticators, by which people sign in.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  transports text[] not null,
  backed_up boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_user_id_idx on passkeys (user_id);

-- Challenges that were used: each works once.
create table spent_challenges (
  id uuid primary key,
  expires_at timestamptz(3) not null
);
create index spent_challenges_expires_at_idx on spent_challenges (expires_at);
