create table watches (
  user_id uuid not null,
  workspace_id uuid not null,
  organization_id uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (user_id, workspace_id),
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id) on delete cascade,
  -- Nobody watches who leaves the organization.
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index watches_of_member on watches (organization_id, user_id);
create index watches_of_workspace on watches (workspace_id);

create type notice_kind as enum ('broken', 'ending');

create table notices (
  integration_id uuid not null,
  kind notice_kind not null,
  organization_id uuid not null,
  workspace_id uuid not null,
  name text not null,
  ends_at timestamptz(3),
  event_id uuid not null,
  occurred_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  ended_at timestamptz(3),
  position bigint generated always as identity,
  primary key (integration_id, kind),
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id) on delete cascade,
  check (kind = 'ending' or ends_at is null)
);
create index notices_of_organization on notices (organization_id, position);
-- For the sweep.
create index notices_ended on notices (ended_at);

create table digests (
  organization_id uuid not null,
  user_id uuid not null,
  due_at timestamptz(3),
  last_sent_at timestamptz(3),
  seen bigint not null default 0,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index digests_due on digests (due_at);
