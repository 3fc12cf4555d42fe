create table workspaces (
  id uuid primary key,
  organization_id uuid not null references organizations,
  slug text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, slug),
  -- For the keys below: what belongs to a workspace belongs to the workspace's own organization.
  unique (organization_id, id)
);

create table assignments (
  id uuid primary key,
  organization_id uuid not null,
  workspace_id uuid not null,
  user_id uuid not null,
  role role not null check (role <> 'guest'),
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, user_id),
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id),
  -- Nobody is assigned who is not of the organization, and nobody stays assigned who leaves it.
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index assignments_of_member on assignments (organization_id, user_id);

create table former_members (
  organization_id uuid not null references organizations,
  user_id uuid not null references people,
  left_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id)
);

create type invitation_status as enum ('pending', 'accepted', 'declined', 'canceled', 'expired');

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  workspace_id uuid,
  email text not null,
  role role not null,
  workspace_role role check (workspace_role <> 'guest'),
  status invitation_status not null default 'pending',
  inviter_id uuid not null references people,
  token_digest bytea not null unique,
  sealed_token text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id),
  check ((workspace_id is null) = (workspace_role is null)),
  check ((workspace_id is null) = (role <> 'guest'))
);
-- One pending invitation of an address per organization, and one per workspace.
create unique index invitations_pending on invitations
  (organization_id, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'), email)
  where status = 'pending';
create index invitations_of_organization on invitations (organization_id, created_at) where workspace_id is null;
create index invitations_of_workspace on invitations (workspace_id, created_at) where workspace_id is not null;
create index invitations_of_address on invitations (email) where status = 'pending';

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
