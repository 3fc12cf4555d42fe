-- When a change was found without an answer after the time in which one comes; null: it was not. The trail gets it without a status
-- only some time later: a relay that kept the status while Postgres was away writes it first.
alter table sent_changes add column overdue_at timestamptz(3);
