-- Finds due rows of a workspace behind many of others. Apart from the index of credentials: a transaction that locks both tables could
-- deadlock with requests. `nulls first`: see the statement.
create index integrations_due_of_workspace on integrations (workspace_id, check_at nulls first) where check_at is not null;
