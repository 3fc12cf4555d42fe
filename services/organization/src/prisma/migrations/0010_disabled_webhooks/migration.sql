-- The webhooks whose disabling was mailed: one that is disabled again and again is mailed once a day.
create table disabled_webhooks (
  webhook_id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- The newest event that was mailed: delivered again, it is mailed no second time.
  event_id uuid not null,
  told_at timestamptz(3) not null
);
create index disabled_webhooks_of_organization on disabled_webhooks (organization_id, told_at);
-- For the sweep.
create index disabled_webhooks_by_age on disabled_webhooks (told_at);
