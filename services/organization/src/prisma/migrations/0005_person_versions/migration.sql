-- Identity's version of the user that name and address are from. 0: not known yet.
alter table people add column version integer not null default 0;
