-- Organizations that were deleted: nothing is recorded about them any more, and their trails are removed. The row stays, so that an event that
-- comes late does not begin another chain.
create table deleted_organizations (
  organization_id uuid primary key,
  -- By the clock of the database; the service cannot set it.
  deleted_at timestamptz(3) not null default now(),
  removed_at timestamptz(3)
);
create index deleted_organizations_due on deleted_organizations (deleted_at) where removed_at is null;
grant select on deleted_organizations to audit;
grant insert (organization_id) on deleted_organizations to audit;

-- Removes up to `most` entries of the trail of a deleted organization, oldest first; the last one goes with everything else that is stored
-- about it. True if nothing is left. Runs as the owner, because the service has no right to delete an entry.
--
-- It removes whole trails only, and none that does not end with the entry about the deletion of its organization, or whose end retention
-- has removed. `proof` is the checkpoint at its end, signed with a key that is not in the database: whoever calls this without the key
-- leaves a trail that main-check-heads reports as cut.
create function remove_trail(organization uuid, proof text, most integer) returns boolean
language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  head chain_heads;
  removed integer;
begin
  if (most between 1 and 10000) is not true or proof is null or octet_length(proof) > 2000 then
    raise exception 'a part of a trail is 1 to 10,000 entries, and its proof a line';
  end if;
  perform from deleted_organizations where organization_id = organization and removed_at is null for update;
  if not found then
    if exists (select from deleted_organizations where organization_id = organization) then return true; end if;
    raise exception 'organization % was not deleted', organization;
  end if;
  select * into head from chain_heads where organization_id = organization for update;
  if found then
    if not exists (
      select from entries where organization_id = organization and sequence = head.sequence and recorded_at = head.recorded_at
        and action = 'organization.deleted' and entry::jsonb ->> 'action' = 'organization.deleted'
    ) and not exists (
      select from checkpoints where organization_id = organization and sequence = head.sequence
    ) then
      raise exception 'the trail of organization % does not end with its deletion', organization;
    end if;
    -- Before the first entry goes: from then on a missing entry is one that was removed.
    insert into checkpoints as known (organization_id, sequence, hash, recorded_at, signed)
    values (organization, head.sequence, head.hash, head.recorded_at, proof)
    on conflict (organization_id) do update
    set sequence = excluded.sequence, hash = excluded.hash, recorded_at = excluded.recorded_at, signed = excluded.signed
    where known.sequence < excluded.sequence;
    delete from entries e using (
      select sequence, recorded_at from entries where organization_id = organization and sequence < head.sequence
      order by recorded_at, sequence limit most
    ) oldest
    where e.organization_id = organization and e.sequence = oldest.sequence and e.recorded_at = oldest.recorded_at;
    get diagnostics removed = row_count;
    if removed = most then return false; end if;
    delete from entries where organization_id = organization;
    delete from published_heads where organization_id = organization;
    delete from chain_heads where organization_id = organization;
  end if;
  delete from dead_letters where key = convert_to(organization::text, 'UTF8');
  update deleted_organizations set removed_at = now() where organization_id = organization;
  return true;
end $$;
revoke execute on function remove_trail(uuid, text, integer) from public;
grant execute on function remove_trail(uuid, text, integer) to audit;
