-- Whether the sign-in that opened the session proved the address. False where it is not known.
alter table sessions add column proves_address boolean not null default false;
