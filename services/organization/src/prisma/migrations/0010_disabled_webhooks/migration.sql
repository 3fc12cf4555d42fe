-- The events about disabled webhooks whose mails are queued: one that is delivered again queues none.
create table disabled_webhooks (
  event_id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  told_at timestamptz(3) not null
);
create index disabled_webhooks_of_organization on disabled_webhooks (organization_id);
-- For the sweep.
create index disabled_webhooks_by_age on disabled_webhooks (told_at);
