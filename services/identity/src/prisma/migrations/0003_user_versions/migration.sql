-- Grows with each change of name or address, so that copies of a user keep the newest.
alter table users add column version integer not null default 1;
