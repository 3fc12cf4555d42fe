-- Bytes of the entry as JSON text, by which pages are bounded. Stored, so that a page does not read the entries that it leaves
-- out; `pg_column_size` is the compressed size. Rewrites the table under an exclusive lock.
alter table entries add column bytes integer not null generated always as (octet_length(entry::text)) stored;
