-- Whether the integration worked before, which mails say. A process of the version before does not know.
alter table notices add column worked boolean not null default true;
