-- In the order in which requests lock rows of these tables, so that neither can deadlock with the other.
lock table organizations, people, members in exclusive mode;

create table membership_periods (
  organization_id uuid not null references organizations,
  user_id uuid not null references people,
  began_at timestamptz(3) not null,
  -- The first millisecond after the membership.
  ended_at timestamptz(3),
  primary key (user_id, organization_id, began_at),
  check (ended_at > began_at)
);
-- At most one period of a person in an organization is open.
create unique index membership_periods_open on membership_periods (organization_id, user_id) where ended_at is null;

-- Triggers and not statements of the service: whatever inserts or deletes a member writes the period in the same statement.
--
-- Both functions lock the row of the person before they read the clock, and the lock is held until commit. A question about
-- a moment takes the same lock in share mode: it waits for changes that have not committed yet, and later changes read a
-- later time. Times are whole milliseconds of the database's clock. A beginning is rounded down and an end is rounded up, so
-- that whatever happens in the millisecond of the change counts as inside.
create function begin_membership_period() returns trigger language plpgsql set search_path from current as $$
begin
  perform from people where user_id = new.user_id for no key update;
  insert into membership_periods (organization_id, user_id, began_at)
  select new.organization_id, new.user_id, greatest(date_trunc('milliseconds', clock_timestamp()), max(ended_at))
  from membership_periods where user_id = new.user_id and organization_id = new.organization_id;
  return null;
end
$$;
create trigger begin_membership_period after insert on members
  for each row execute function begin_membership_period();

create function end_membership_period() returns trigger language plpgsql set search_path from current as $$
begin
  perform from people where user_id = old.user_id for no key update;
  update membership_periods
  set ended_at = greatest(date_trunc('milliseconds', clock_timestamp()), began_at) + interval '1 millisecond'
  where user_id = old.user_id and organization_id = old.organization_id and ended_at is null;
  return null;
end
$$;
create trigger end_membership_period after delete on members
  for each row execute function end_membership_period();

-- `members` is locked: no change falls between the triggers and these copies.
insert into membership_periods (organization_id, user_id, began_at)
select organization_id, user_id, created_at from members;

-- When a former member joined is not known: the earliest possible moment is the creation of the organization.
insert into membership_periods (organization_id, user_id, began_at, ended_at)
select o.id, f.user_id, o.created_at, greatest(f.left_at, o.created_at) + interval '1 millisecond'
from former_members f join organizations o on o.id = f.organization_id
where not exists (select from members m where m.organization_id = o.id and m.user_id = f.user_id);

-- A former member is now somebody with an ended period and no open one.
drop table former_members;
