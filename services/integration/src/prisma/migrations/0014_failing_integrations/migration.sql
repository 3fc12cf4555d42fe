-- Those whose last check had no clear result, in the order of the list of an organization.
create index integrations_failing on integrations (organization_id, lower(name), id)
  where status = 'active' and last_error is not null;
