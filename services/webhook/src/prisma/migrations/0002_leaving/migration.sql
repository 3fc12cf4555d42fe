-- Organizations that were ever closed, suspended or deleted. While one of the three holds, nothing of the organization is delivered.
create table paused_organizations (
  organization_id uuid primary key,
  closed boolean not null default false,
  suspended boolean not null default false,
  -- Never false again.
  deleted boolean not null default false,
  -- The times of the events that set them: an event of an earlier time changes nothing.
  closed_as_of timestamptz(3),
  suspended_as_of timestamptz(3)
);

-- Workspaces that were deleted, for some days: a webhook that is on its way cannot name one of them.
create table ended_workspaces (
  workspace_id uuid primary key,
  ended_at timestamptz(3) not null default now()
);
create index ended_workspaces_old on ended_workspaces (ended_at);
