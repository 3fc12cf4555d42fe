-- For the count of the links that a removed person could read.
create index connect_links_of_organization on connect_links (organization_id);
