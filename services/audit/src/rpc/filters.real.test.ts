import { isDeepStrictEqual } from 'node:util';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../domain/entry.ts';
import type { Filters } from '../domain/page.ts';
import { message, sharedAudit, sharedPool, sharedTrail } from '../test-bed.fixture.ts';
import { createReader } from './reader.fixture.ts';

const trail = await sharedTrail();
const audit = await sharedAudit(trail.url);
const db = sharedPool(trail);

const hour = 3_600_000;
const start = Date.now() - hour;

const people = [v7(), v7()].map((id) => ({ type: 'user', id, email: 'p@example.com', name: 'P' }) as const);
const workspaces = [
  undefined,
  { id: v7(), slug: 'spring', name: 'Spring' },
  { id: v7(), slug: 'autumn', name: 'Autumn' },
];
const kinds = [
  { action: 'workspace.created', type: 'workspace' },
  { action: 'workspace.updated', type: 'workspace' },
  { action: 'member.added', type: 'member' },
] as const;
const targetIds = [v7(), v7()];

type FilterName = Exclude<keyof Filters, 'workspaceId'>;

/** Every filter as a condition on the entry itself. */
const matches: {
  readonly [Name in FilterName]-?: (entry: Entry, value: NonNullable<Filters[Name]>) => boolean;
} = {
  action: ({ action }, value) => action === value,
  actorId: ({ actor }, value) => actor.id === value,
  workspaceSlug: ({ workspace }, value) => workspace?.slug === value,
  targetType: ({ target }, value) => target.type === value,
  targetId: ({ target }, value) => target.id === value,
  from: ({ occurredAt }, value) => occurredAt >= value.toISOString(),
  to: ({ occurredAt }, value) => occurredAt < value.toISOString(),
};
const names = Object.keys(matches) as FilterName[];

/** Each combination of the filters, also none and all. */
const combinationsOf = (filters: Required<Omit<Filters, 'workspaceId'>>): Filters[] =>
  Array.from({ length: 2 ** names.length }, (_, bits) =>
    Object.fromEntries(
      names.filter((_name, index) => (bits >> index) & 1).map((name) => [name, filters[name]]),
    ),
  );

const isMatch = (entry: Entry, filters: Filters): boolean =>
  names.every((name) => {
    const value = filters[name];
    return value === undefined || (matches[name] as (entry: Entry, value: unknown) => boolean)(entry, value);
  });

const requestOf = ({ from, to, ...filters }: Filters) => ({
  ...filters,
  ...(from && { from: timestampFromDate(from) }),
  ...(to && { to: timestampFromDate(to) }),
});

describe('filters of a trail', () => {
  const organizationId = v7();

  beforeAll(async () => {
    // Every combination of values once, and each a millisecond after the one before; some are recorded days after they occurred,
    // some hours before.
    let index = 0;
    const messages = people.flatMap((actor) =>
      workspaces.flatMap((workspace) =>
        kinds.flatMap(({ action, type }) =>
          targetIds.flatMap((id) =>
            [0, index % 5 === 0 ? -72 * hour : 0, index % 7 === 0 ? 5 * hour : 0].map((shift) => {
              index += 1;
              return message(
                {
                  about: { organizationId },
                  action,
                  actor,
                  target: { type, id, name: 'T' },
                  ...(workspace && { workspace }),
                },
                { now: new Date(start + index + shift) },
              );
            }),
          ),
        ),
      ),
    );
    for (let sent = 0; sent < messages.length; sent += 25) {
      await audit.publish(...messages.slice(sent, sent + 25));
    }
  });

  const values = {
    action: 'workspace.updated',
    actorId: people[0]?.id ?? '',
    workspaceSlug: 'spring',
    targetType: 'workspace',
    targetId: targetIds[0] ?? '',
  };

  /** The filters with what the list, the export and the entries themselves have for them, where these differ. */
  const differencesOf = async (combinations: readonly Filters[]): Promise<object[]> => {
    const reader = createReader(db);
    const all = (await trail.entriesOf(organizationId)).map(({ entry, hash }) => ({ ...entry, hash }));
    const differences: object[] = [];
    for (const filters of combinations) {
      const expected = all.filter((entry) => isMatch(entry, filters));
      const exported = await reader.exportAll(organizationId, requestOf(filters));
      const listed = await reader.listAll(organizationId, 30, requestOf(filters));
      if (!isDeepStrictEqual([exported, listed.toReversed()], [expected, expected]))
        differences.push({ filters, expected, exported, listed });
    }
    return differences;
  };

  it('each filter, alone, with each other and with all, matches the same entries in list and export', async () => {
    const filters = { ...values, from: new Date(start - 100 * hour), to: new Date(start + 10 * hour) };
    const chosen = combinationsOf(filters).filter((each) =>
      [0, 1, 2, names.length].includes(Object.keys(each).length),
    );
    expect(await differencesOf(chosen)).toEqual([]);
    const matching = (await trail.entriesOf(organizationId)).filter(({ entry }) => isMatch(entry, filters));
    expect(matching.length).toBeGreaterThan(1);
  });

  it.each<[what: string, from: number, to: number]>([
    ['milliseconds', start + 20, start + 33],
    ['no time', start + 20, start + 20],
    ['what was recorded late', 0, start - 70 * hour],
    ['what was recorded early', start + 4 * hour, start + 6 * hour],
  ])('the time filters match to the millisecond: %s', async (_what, from, to) => {
    const combinations = combinationsOf({ ...values, from: new Date(from), to: new Date(to) });
    // Without any other filter, with each alone, and with all.
    const chosen = combinations.filter(({ from: _from, to: _to, ...others }) =>
      [0, 1, names.length - 2].includes(Object.keys(others).length),
    );
    expect(await differencesOf(chosen)).toEqual([]);
  });

  describe('a workspace whose slug another one had before', () => {
    const ofSlug = v7();
    const [before, now] = [v7(), v7()];
    const bySlug = (workspaceId?: string) => ({
      workspaceSlug: 'again',
      ...(workspaceId !== undefined && { workspaceId }),
    });
    /** The actions that list and export have, oldest first. */
    const foundBy = async (filters: ReturnType<typeof bySlug>) => {
      const reader = createReader(db);
      const [listed, exported] = [
        (await reader.listAll(ofSlug, 2, filters)).toReversed(),
        await reader.exportAll(ofSlug, filters),
      ];
      expect(listed).toEqual(exported);
      return exported.map(({ action }) => action);
    };
    const happen = (action: 'workspace.created' | 'workspace.updated' | 'workspace.deleted', id: string) =>
      audit.publish(
        message({
          about: { organizationId: ofSlug },
          action,
          target: { type: 'workspace', id: id || before, name: 'Again' },
          workspace: { id, slug: 'again', name: 'Again' },
        }),
      );

    it('entries without an id are those of the workspace while none with its slug was deleted', async () => {
      await happen('workspace.created', '');
      await happen('workspace.updated', before);
      expect(await foundBy(bySlug(before))).toEqual(['workspace.created', 'workspace.updated']);
    });

    it('a filter by slug finds the entries of the workspace that has it now, and nothing from before', async () => {
      await happen('workspace.deleted', before);
      expect(await foundBy(bySlug(''))).toEqual([]);
      expect(await foundBy(bySlug(now))).toEqual([]);
      await happen('workspace.created', now);
      // Of the workspace of before, recorded late; and without an id, by a process of the version before.
      await happen('workspace.updated', before);
      await happen('workspace.updated', '');
      expect(await foundBy(bySlug(now))).toEqual(['workspace.created', 'workspace.updated']);
      expect(await foundBy(bySlug(''))).toEqual([]);
    });

    it('a gateway of the version before, which names no workspace, finds every entry with the slug', async () => {
      expect(await foundBy(bySlug())).toHaveLength(6);
    });
  });
});
