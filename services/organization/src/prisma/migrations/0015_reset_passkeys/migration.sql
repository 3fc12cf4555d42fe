-- When an operator last deleted the passkeys of a person, from identity's events: the admins of their organizations are told once.
alter table people add column passkeys_reset_at timestamptz(3);
