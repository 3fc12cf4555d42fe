-- Who asks, for connect pages.
alter table connect_links
  add organization_domain text,
  add issued_by jsonb;
