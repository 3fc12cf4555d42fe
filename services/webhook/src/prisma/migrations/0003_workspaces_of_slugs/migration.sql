-- Since when the workspace of a webhook has its slug. Entries that were recorded before they had the id of their workspace are taken by the
-- slug, and from this time on alone. Null: from the creation of the webhook on.
alter table webhooks add column workspace_created_at timestamptz(3);
