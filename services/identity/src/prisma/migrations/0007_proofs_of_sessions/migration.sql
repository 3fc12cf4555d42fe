-- How the person of a session signed in, and when they last proved who they are.
alter table sessions add column method text not null default 'link';
alter table sessions add column authenticated_at timestamptz(3) not null default now();
update sessions set authenticated_at = created_at;
