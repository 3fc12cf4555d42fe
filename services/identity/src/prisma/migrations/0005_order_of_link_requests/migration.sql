-- The order in which requests were stored: ids and times come from the clocks of several processes.
alter table link_requests add column sequence bigint generated always as identity;
create index link_requests_email_sequence_idx on link_requests (email, sequence);

-- In milliseconds the time was rounded, up to half a millisecond into the future: the worker that was woken for a request did not
-- find it due and slept until its next poll.
alter table link_requests alter column next_attempt_at type timestamptz;
