import { table } from '@patchbay/testing/table';
import { aims } from './aims.ts';
import type { AuditBench } from './audit.ts';
import { targetTypeOf } from './audit-entries.ts';
import { timeAt } from './audit-load.ts';
import { frequent, rare, rareEntries } from './audit-subjects.ts';
import type { Trail } from './audit-trails.ts';
import { type Kind, type Measured, measure } from './rounds.ts';
import { get, type Headers } from './session.ts';
import { verdict } from './verdict.ts';

/** Entries of a page: the API's default. */
const limit = 50;

interface Page {
  readonly name: string;
  /** Entries that it must have, in a trail of any length. */
  readonly entries: number;
  readonly query: (trail: Trail, headers: Headers) => Query | Promise<Query>;
  /** Default true. */
  readonly aimed?: boolean;
}

type Query = Readonly<Record<string, string>>;

const timeOf = ({ length }: Trail, place: number): string => new Date(timeAt(place, length)).toISOString();

/** A cursor after which the next page has the entries before this place: that of a page of one entry which ends there. */
async function cursorAt(trail: Trail, headers: Headers, place: number): Promise<Query> {
  const query = new URLSearchParams({ limit: '1', to: timeOf(trail, place + 1) });
  const { nextCursor } = await get(trail.origin, `${trail.path}?${query.toString()}`, headers);
  return { cursor: String(nextCursor) };
}

const middle = ({ length }: Trail): number => Math.floor(length / 2);

const single = (name: string, entries: number, query: Query): Page => ({ name, entries, query: () => query });

const pages: readonly Page[] = [
  { name: 'first page', entries: limit, query: () => ({}) },
  {
    name: 'page in the middle',
    entries: limit,
    query: (trail, headers) => cursorAt(trail, headers, middle(trail)),
  },
  { name: 'last page', entries: limit, query: (trail, headers) => cursorAt(trail, headers, limit) },
  single('action, frequent', limit, { action: frequent.action }),
  single('action, rare', rareEntries, { action: rare.action }),
  single('actorId, frequent', limit, { actorId: frequent.actor.id }),
  single('actorId, rare', rareEntries, { actorId: rare.actor.id }),
  single('workspaceSlug, frequent', limit, { workspaceSlug: frequent.workspaceSlug }),
  single('workspaceSlug, rare', rareEntries, { workspaceSlug: rare.workspaceSlug }),
  single('targetType, frequent', limit, { targetType: targetTypeOf(frequent.action) }),
  single('targetType, rare', rareEntries, { targetType: targetTypeOf(rare.action) }),
  single('targetId, frequent', limit, { targetId: frequent.targetId }),
  single('targetId, rare', rareEntries, { targetId: rare.targetId }),
  single('targetId, of no entry', 0, { targetId: 'nothing' }),
  { name: 'from the middle', entries: limit, query: (trail) => ({ from: timeOf(trail, middle(trail)) }) },
  { name: 'to the middle', entries: limit, query: (trail) => ({ to: timeOf(trail, middle(trail)) }) },
  {
    name: 'from and to, in the middle',
    entries: 20,
    query: (trail) => ({ from: timeOf(trail, middle(trail) - 20), to: timeOf(trail, middle(trail)) }),
  },
  {
    name: 'action, workspaceSlug, to the middle',
    entries: limit,
    query: (trail) => ({
      action: frequent.action,
      workspaceSlug: frequent.workspaceSlug,
      to: timeOf(trail, middle(trail)),
    }),
  },
  {
    name: 'all seven, five of them rare',
    entries: rareEntries,
    query: (trail) => ({
      action: rare.action,
      actorId: rare.actor.id,
      workspaceSlug: rare.workspaceSlug,
      targetType: targetTypeOf(rare.action),
      targetId: rare.targetId,
      from: timeOf(trail, 0),
      to: timeOf(trail, trail.length),
    }),
  },
  {
    ...single('action and actorId, both frequent, never in one entry', 0, {
      action: frequent.action,
      actorId: frequent.actor.id,
    }),
    // No index has both: Postgres reads every entry of the actor.
    aimed: false,
  },
];

/** The page as a kind of request to a trail. Throws if its answer has another number of entries than expected. */
async function kindOf({ name, entries, query }: Page, trail: Trail, headers: Headers): Promise<Kind> {
  const { origin, path, length, meters } = trail;
  const parameters = new URLSearchParams(await query(trail, headers)).toString();
  const kind = {
    name: `${name} of ${length.toLocaleString('en')}`,
    origin,
    path: parameters === '' ? path : `${path}?${parameters}`,
    headers: [headers],
    ...meters,
  };
  const answer = await get(origin, kind.path, headers);
  const found = (answer['auditLogs'] as unknown[]).length;
  if (found !== entries) throw new Error(`${kind.name}, ${kind.path}, has ${found} entries`);
  return kind;
}

/** Measures each page of each trail, one request at a time, the trails by turns. */
export async function benchPages({ load, settings, headers }: AuditBench, trails: readonly Trail[]) {
  process.stderr.write('pages\n');
  const [admin = {}] = headers;
  const some = { ...settings, connections: 1, warmUp: 30, rounds: 3, requests: 60 };
  const measured: { page: Page; ofTrails: Measured[] }[] = [];
  for (const page of pages) {
    const kinds: Kind[] = [];
    for (const trail of trails) kinds.push(await kindOf(page, trail, admin));
    const ofTrails = await measure(kinds, load, some, () => {});
    measured.push({ page, ofTrails });
    const figures = ofTrails.map(({ sum }) => sum.toFixed(2)).join(', ');
    process.stderr.write(`  ${page.name}, CPU ms: ${figures}\n`);
  }
  report(trails, measured);
}

function report(
  trails: readonly Trail[],
  measured: readonly { readonly page: Page; readonly ofTrails: readonly Measured[] }[],
): void {
  const worstOf = (ofTrails: readonly Measured[]): number => Math.max(...ofTrails.map(({ ratio }) => ratio));
  const rows = measured.map(({ page, ofTrails }) => {
    const [shortest] = ofTrails;
    return [
      page.name,
      String(page.entries),
      ...ofTrails.flatMap(({ sum, ratio, p50 }, index) => [
        sum.toFixed(2),
        p50.toFixed(1),
        ...(index === 0 ? [] : [ratio.toFixed(2), (p50 / (shortest?.p50 ?? Number.NaN)).toFixed(2)]),
      ]),
      page.aimed === false ? 'no aim' : verdict(worstOf(ofTrails), aims.pageRatio, 'x'),
    ];
  });
  const columns = trails.flatMap(({ length }, index) => [
    `CPU ${length.toLocaleString('en')}`,
    'p50',
    ...(index === 0 ? [] : ['x CPU', 'x p50']),
  ]);
  const worst = measured
    .filter(({ page }) => page.aimed !== false)
    .map(({ page, ofTrails }) => ({ name: page.name, ratio: worstOf(ofTrails) }))
    .reduce((most, one) => (one.ratio > most.ratio ? one : most));
  process.stdout.write(
    '\nPages of one trail by its number of entries (each beside a quarter as many of 25 other organizations, over 36 months), one request at a\n' +
      'time: CPU of audit and Postgres in ms per page, p50 in ms at the client; x: as a multiple of the shortest trail\n\n' +
      `${table(['page', 'entries', ...columns, 'aim'], rows)}\n\n` +
      `The worst: ${worst.name}, ${worst.ratio.toFixed(2)} times the CPU of the shortest trail: ${verdict(worst.ratio, aims.pageRatio, 'x')}\n`,
  );
}
