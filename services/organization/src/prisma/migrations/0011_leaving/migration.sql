alter table organizations
  add column requires_passkey boolean not null default false,
  -- Null: it is not closed.
  add column deletes_at timestamptz(3),
  -- When its admins were mailed that it is deleted in a day.
  add column warned_at timestamptz(3),
  -- From then on it does not exist: its rows are being deleted, this one last.
  add column deleted_at timestamptz(3),
  -- Null: it is not suspended.
  add column suspended_reason text;
-- For the worker that deletes organizations.
create index organizations_closed on organizations (deletes_at) where deletes_at is not null;

alter table people
  add column removed_at timestamptz(3),
  -- SHA-256 of the mailbox of a removed person.
  add column mailbox_digest bytea;
create index people_of_mailbox_digest on people (mailbox_digest) where mailbox_digest is not null;

-- For the deletion of an organization.
create index membership_periods_of_organization on membership_periods (organization_id);
-- Also those that were answered: a person who deletes their account is forgotten in them.
create index invitations_to_address on invitations (email);
drop index invitations_of_address;
