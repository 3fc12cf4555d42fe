-- `metadata.workspaceId` of an entry: a slug can be given to another workspace later. Entries that are there already stay without it, because
-- their text is hashed, and so do those that a process of the version before adds. They are found by their slug. Takes no time: no row is
-- rewritten, and no index is needed beside that of the slug.
alter table entries add column workspace_id text;
