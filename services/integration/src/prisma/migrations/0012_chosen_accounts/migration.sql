alter table integrations
  -- The accounts that the client chose, `[{ id, name }]`; null: every account, or nobody has chosen.
  add column accounts jsonb,
  -- When the client of the present connection chose; null: not yet.
  add column accounts_chosen_at timestamptz(3);
alter table credentials
  -- Until when a 401 is taken to be about what was asked: a verification because of an earlier one has succeeded. Null: no 401 was verified.
  add column works_until timestamptz(3);
