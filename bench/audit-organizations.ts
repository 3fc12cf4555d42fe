import type { Sql } from './database.ts';
import { founder } from './session.ts';

const insertOrganizations = `
  with made as (
    insert into organization.organizations (id, slug, name)
    select gen_random_uuid(), slug, slug from unnest($1::text[]) as given (slug)
    returning id, slug
  ), joined as (
    insert into organization.members (id, organization_id, user_id, role)
    select gen_random_uuid(), made.id, user_id, 'admin' from made, organization.people where email = $2
  )
  select id from made`;

/** Organizations whose admin is the founder. By SQL: nothing of them is in the trail. */
export const createOrganizations = async (sql: Sql, slugs: readonly string[]): Promise<string[]> =>
  (await sql.query<{ id: string }>(insertOrganizations, [slugs, founder])).map(({ id }) => id);

const insertPeople = `
  with person as (
    insert into organization.people (user_id, email, name)
    select gen_random_uuid(), 'visitor-' || place || '@trail.example', 'Visitor ' || place
    from generate_series(1, $2::int) as place
    returning user_id
  ), numbered as (select user_id, row_number() over () as number from person), joined as (
    insert into organization.members (id, organization_id, user_id, role)
    select gen_random_uuid(), ($1::uuid[])[1 + number % cardinality($1::uuid[])], user_id, 'member' from numbered
  )
  select user_id as id from person`;

/** People who are members of one of the organizations each. */
export const createPeople = async (
  sql: Sql,
  organizationIds: readonly string[],
  count: number,
): Promise<string[]> =>
  (await sql.query<{ id: string }>(insertPeople, [organizationIds, count])).map(({ id }) => id);
