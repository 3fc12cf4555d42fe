-- When the watcher gets the next mail about the workspace, when the last one was sent, and the highest position of a notice that was mailed or no
-- longer had to be. `digests` said this for all workspaces of an organization together: a process of the version before still plans mails there,
-- which a process of this version takes over when they are due.
alter table watches
  add column due_at timestamptz(3),
  add column last_sent_at timestamptz(3),
  add column seen bigint not null default 0;
update watches s set due_at = d.due_at, last_sent_at = d.last_sent_at, seen = d.seen
from digests d where d.organization_id = s.organization_id and d.user_id = s.user_id and s.ended_at is null;
update digests set due_at = null;
create index watches_due on watches (due_at) where due_at is not null;
