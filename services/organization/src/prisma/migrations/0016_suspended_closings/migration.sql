-- Since when an operator has suspended the organization: a closed one is deleted later by as long as the suspension lasted.
alter table organizations add column suspended_at timestamptz(3);
update organizations set suspended_at = now() where suspended_reason is not null;
