create type api_key_level as enum ('user', 'organization', 'workspace');
create type api_key_status as enum ('active', 'disabled', 'revoked');

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations,
  workspace_id uuid,
  creator_user_id uuid not null references people,
  name text not null,
  digest bytea not null unique,
  -- What is shown of a key that came without its first characters: those that all keys begin with.
  prefix text not null default 'pby_',
  level api_key_level not null,
  role role,
  status api_key_status not null default 'active',
  expires_at timestamptz(3),
  rotated_at timestamptz(3),
  replaced_by uuid references api_keys,
  last_request_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id),
  check (role <> 'guest'),
  -- A user-level key has its creator's role at the moment; the others have their own.
  check ((level = 'user') = (role is null)),
  check ((level = 'workspace') = (workspace_id is not null)),
  check ((status = 'revoked') = (revoked_at is not null)),
  check ((rotated_at is null) = (replaced_by is null)),
  check (replaced_by <> id)
);
create index api_keys_of_organization on api_keys (organization_id, created_at);
create index api_keys_of_creator on api_keys (organization_id, creator_user_id);

-- The key that the invitation was made through; its creator is the inviter.
alter table invitations add column api_key_id uuid references api_keys;
