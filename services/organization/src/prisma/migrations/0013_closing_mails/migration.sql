-- When its admins were last told that it is closed: at most once a day, however often it is closed and restored.
alter table organizations add column closing_told_at timestamptz(3);
