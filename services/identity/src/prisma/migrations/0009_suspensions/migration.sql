-- An operator can suspend a person: their sessions end, and they cannot sign in.
alter table users
  -- Null: the person is not suspended.
  add column suspended_at timestamptz(3),
  add column suspended_reason text,
  add constraint users_suspended_with_reason check ((suspended_at is null) = (suspended_reason is null));
