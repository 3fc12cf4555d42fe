import type { Queryable } from '@patchbay/database/query';
import { internal } from '@patchbay/errors/failure';
import { most } from '@patchbay/platform/maximums';
import { type IntegrationStatus, statuses } from '../domain/integration.ts';
import {
  daysAfter,
  type ListPage,
  maxLimit,
  type Position,
  type Section,
  sections,
  soonDays,
} from '../domain/organization-page.ts';
import {
  columns,
  type Row,
  type StoredIntegration,
  storedIntegrationOf,
  withWorkspaceAndLink,
} from './integrations.ts';

/** The integrations that a caller sees: of an organization, or of some workspaces of it. */
export interface Visible {
  readonly organizationId: string;
  /** Undefined: all of them. */
  readonly workspaceIds: readonly string[] | undefined;
}

/** Values of a statement; each gets the next number. */
class Values {
  readonly all: unknown[] = [];
  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }
}

/** `%part%` for `ilike`, which finds the part literally. */
const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

interface Conditions {
  /** The CTE `scope` if the list is of some workspaces; else empty. */
  readonly scope: string;
  /** On `integrations i`, without the status. */
  readonly where: string;
  /** On the table of counts as `i`; undefined if it does not have what is asked for. */
  readonly whereCounted: string | undefined;
  /** One bit per filter: each combination is a prepared statement with a plan of its own. */
  readonly name: string;
}

/** Some workspaces are read by the index of workspaces: an index of the organization has the integrations of all. */
function conditionsOf({ organizationId, workspaceIds }: Visible, page: ListPage, values: Values): Conditions {
  const { provider, workspaceSlug, endsBefore, q } = page.filters;
  const organization = `organization_id = ${values.add(organizationId)}::uuid`;
  const places = [
    ...(workspaceIds ? [`id = any(${values.add(workspaceIds)}::uuid[])`] : []),
    ...(workspaceSlug === undefined ? [] : [`slug = ${values.add(workspaceSlug)}`]),
  ];
  const others: string[] = [];
  if (provider !== undefined) others.push(`i.provider = ${values.add(provider)}`);
  if (endsBefore !== undefined) others.push(`i.authorization_ends_at < ${values.add(endsBefore)}`);
  if (q !== undefined) {
    const part = values.add(containing(q));
    others.push(`(i.name ilike ${part} or i.connected_account ilike ${part} or exists (
           select 1 from jsonb_array_elements(i.accounts) chosen where chosen ->> 'name' ilike ${part} or chosen ->> 'id' ilike ${part}))`);
  }
  const isWhole = places.length === 0;
  const inScope = isWhole ? `i.${organization}` : 'i.workspace_id in (select id from scope)';
  return {
    scope: isWhole
      ? ''
      : `scope as materialized (select id from workspaces where ${[organization, ...places].join(' and ')}
           limit ${most.workspacesOfOrganization}), `,
    where: [inScope, ...others].join(' and '),
    whereCounted: others.length === 0 ? `i.${organization} and ${inScope}` : undefined,
    name: [workspaceIds, workspaceSlug, provider, endsBefore, q]
      .map((filter) => (filter === undefined ? '0' : '1'))
      .join(''),
  };
}

/** When an authorization of the list ends soon. */
const soonOf = ({ asOf }: ListPage, values: Values): string =>
  `${values.add(daysAfter(asOf, soonDays))}::timestamptz`;

/** The statuses of each section. */
const statusesOf: Readonly<Record<Section, readonly IntegrationStatus[]>> = {
  broken: ['error'],
  failing: ['active'],
  ending: ['active'],
  others: ['pending', 'active', 'disabled'],
};

const keyOf = (section: Section): string =>
  section === 'ending' ? 'i.authorization_ends_at' : 'lower(i.name)';

/**
 * The rest of the list, as one CTE for each section. A section is read only if those before it have not filled the page: Postgres
 * does not run a part with `limit 0`. Each status is read in the order of an index; the fixed limit tells Postgres so, whatever the
 * other limit will be.
 */
function sectionsOf(page: ListPage, where: string, values: Values): Map<Section, string> {
  const { after, filters } = page;
  const begin = after === undefined ? 0 : sections.indexOf(after.section);
  const limit = `${values.add(page.limit + 1)}::int`;
  const asksFor = (status: IntegrationStatus) => (filters.status ?? status) === status;
  const soon = asksFor('active') ? soonOf(page, values) : '';
  const conditionOf = (section: Section, status: IntegrationStatus): string => {
    if (status !== 'active') return '';
    if (section === 'failing') return 'and i.last_error is not null';
    const endsSoon = `i.authorization_ends_at <= ${soon}`;
    return `and i.last_error is null and ${section === 'ending' ? endsSoon : `(${endsSoon}) is not true`}`;
  };
  const texts = new Map<Section, string>();
  for (const section of sections.slice(begin)) {
    const asked = statusesOf[section].filter(asksFor);
    if (asked.length === 0) continue;
    const key = keyOf(section);
    let start = '';
    if (after?.section === section) {
      const from = values.add(section === 'ending' ? new Date(Number(after.key)) : after.key);
      start = `and (${key}, i.id) > (${from}::${section === 'ending' ? 'timestamptz' : 'text'}, ${values.add(after.id)}::uuid)`;
    }
    const rows = asked.map(
      (status) => `(select i.id, ${key} as key from integrations i
             where ${where} and i.status = '${status}' ${conditionOf(section, status)} ${start}
             order by ${key}, i.id limit ${maxLimit + 1})`,
    );
    const left = [limit, ...[...texts.keys()].map((before) => `(select count(*) from ${before})`)].join(
      ' - ',
    );
    texts.set(
      section,
      `${section} as materialized (select id, key from (${rows.join(' union all ')}) rows order by key, id limit ${left})`,
    );
  }
  return texts;
}

/** A section with its keys as texts of cursors; `ends_at` orders those that end soon. */
const keysOf = (section: Section): string =>
  section === 'ending'
    ? `select id, ${sections.indexOf(section)} as section, key as ends_at, (extract(epoch from key) * 1000)::bigint::text as key
           from ${section}`
    : `select id, ${sections.indexOf(section)} as section, null::timestamptz as ends_at, key from ${section}`;

type PageRow = Row & { readonly section: number; readonly key: string };

export interface Slice {
  readonly integrations: readonly StoredIntegration[];
  /** That of the last integration, if there is a next page. */
  readonly next: Position | undefined;
}

/** Looks for one row more than the limit, which shows whether there is a next page. */
export async function findOrganizationPage(db: Queryable, visible: Visible, page: ListPage): Promise<Slice> {
  const values = new Values();
  const { scope, where, name } = conditionsOf(visible, page, values);
  const texts = sectionsOf(page, where, values);
  // A cursor that somebody has made up can ask for a section that the status is not in.
  if (texts.size === 0) return { integrations: [], next: undefined };
  const rows = await db.query<PageRow>(
    {
      name: `list ${page.after?.section ?? 'first'} ${page.filters.status ?? 'any'} ${name}`,
      text: `with ${scope}${[...texts.values()].join(', ')},
         page as (${[...texts.keys()].map(keysOf).join(' union all ')})
         select page.section, page.key, ${columns} from page join integrations i on i.id = page.id ${withWorkspaceAndLink}
         order by page.section, page.ends_at, page.key, page.id limit ${maxLimit + 1}`,
    },
    values.all,
  );
  const found = rows.slice(0, page.limit);
  const last = found.at(-1);
  const section = last && sections[last.section];
  return {
    integrations: found.map(({ section: _section, key: _key, ...row }) => storedIntegrationOf(row)),
    next: last && section && rows.length > page.limit ? { section, key: last.key, id: last.id } : undefined,
  };
}

export type ListCounts = Readonly<Record<IntegrationStatus | 'ending', number>>;

/**
 * Of all statuses. Without a filter on the integrations themselves, the counts of workspaces are summed in place of counting rows.
 * Those that end soon are few, and have an index.
 */
export async function countOrganizationList(
  db: Queryable,
  visible: Visible,
  page: ListPage,
): Promise<ListCounts> {
  const values = new Values();
  const { scope, where, whereCounted, name } = conditionsOf(visible, page, values);
  const sums =
    whereCounted === undefined
      ? `select status, count(*) as count from integrations i where ${where} group by status`
      : `select status, sum(count) as count from integration_counts i where ${whereCounted} group by status`;
  const numbers = statuses.map(
    (status) => `coalesce((select count from sums where status = '${status}'), 0)::int as ${status}`,
  );
  const [row] = await db.query<Record<keyof ListCounts, number>>(
    {
      name: `counts of list ${name}`,
      text: `with ${scope}sums as materialized (${sums})
         select ${numbers.join(', ')}, (
           select count(*) from integrations i
           where ${where} and i.status = 'active' and i.authorization_ends_at <= ${soonOf(page, values)})::int as ending`,
    },
    values.all,
  );
  if (row === undefined) throw internal('counting had no result');
  return row;
}
