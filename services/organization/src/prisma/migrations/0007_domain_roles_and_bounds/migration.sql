-- The role of people who join by the domain; null: nobody joins by it.
alter table organizations add column domain_role role default 'member' check (domain_role in ('viewer', 'member'));

-- People by their mailbox: the address without the tag in its local part.
create index people_of_mailbox on people (regexp_replace(email, '\+.*@', '@'));

-- Of the keys that have ended only the newest are kept. What refers to a removed one keeps its id: an
-- invitation through it stays refused, which a null would not say.
alter table invitations drop constraint invitations_api_key_id_fkey;
alter table api_keys drop constraint api_keys_replaced_by_fkey;
create index api_keys_by_end on api_keys (organization_id, coalesce(revoked_at, expires_at), id) where level <> 'user';

-- For the sweep.
create index invitations_expired on invitations (expires_at);
