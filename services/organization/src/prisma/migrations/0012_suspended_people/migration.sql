-- Whether an operator has suspended a person, from identity's events: the person's user-level keys do not work then.
alter table people
  add column suspended boolean not null default false,
  -- When it last changed: an earlier event, delivered late, changes nothing.
  add column suspension_changed_at timestamptz(3);
