-- Whether a passkey has opened or confirmed the session: only such a session registers a further passkey.
alter table sessions add column proven_by_passkey boolean not null default false;
update sessions set proven_by_passkey = true where method = 'passkey';
