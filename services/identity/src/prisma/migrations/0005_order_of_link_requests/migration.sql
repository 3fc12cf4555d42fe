-- The order in which requests were stored: ids and times come from the clocks of several processes.
alter table link_requests add column sequence bigint generated always as identity;
create index link_requests_email_sequence_idx on link_requests (email, sequence);
