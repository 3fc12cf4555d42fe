-- When the workspace was deleted; null: it was not. Its credentials are gone by then, and so are its names. The row stays for some days
-- without them, so that nothing that was on its way can bring the workspace back.
alter table workspaces add column ended_at timestamptz(3);
create index workspaces_ended on workspaces (ended_at) where ended_at is not null;

-- Organizations that were ever closed, suspended or deleted. While one of the three holds, nothing of the organization is verified,
-- renewed or relayed.
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
grant select on paused_organizations to relay;
