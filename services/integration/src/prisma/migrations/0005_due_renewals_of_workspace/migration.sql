create index credentials_due_of_workspace on credentials (workspace_id, renew_at nulls first) where renew_at is not null;
