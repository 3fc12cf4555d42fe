-- The first key of its rotations, which may have been removed since. Null: the key itself, stored before there were lines.
alter table api_keys add column line_id uuid;
create index api_keys_of_line on api_keys (line_id);

-- Replacements; the first keys of lines stay null.
with recursive line (first_id, next_id) as (
  select id, replaced_by from api_keys k
  where replaced_by is not null and not exists (select 1 from api_keys previous where previous.replaced_by = k.id)
  union all
  select line.first_id, k.replaced_by from line join api_keys k on k.id = line.next_id where k.replaced_by is not null
)
update api_keys k set line_id = line.first_id from line where k.id = line.next_id;
