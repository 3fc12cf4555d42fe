import { actions } from '@patchbay/trail/action';
import { describe, expect, it } from 'vitest';
import { actionsOf, type FilteredEntry, takes } from './filter.ts';

describe('the actions of a filter', () => {
  it('every action and every group of actions can be named', () => {
    const names = Object.keys(actions);
    expect(actionsOf(names)).toEqual(names);
    expect(actionsOf(['integration.*', 'workspace_member.*'])).toHaveLength(2);
    expect(actionsOf([])).toEqual([]);
  });

  it.each([[['integration.exploded']], [['planet.*']], [['*']], [['integration']], [['webhook.test']]])(
    '%s is refused',
    (given) => expect(() => actionsOf(given)).toThrow('names of actions'),
  );

  it('a name that is given twice, and more names than there are, are refused', () => {
    expect(() => actionsOf(['user.updated', 'user.updated'])).toThrow('only once');
    expect(() => actionsOf(Array<string>(1_000).fill('user.updated'))).toThrow('at most');
  });
});

const createdAt = new Date('2026-11-17T12:00:00Z');
const spring = { id: 'spring-id', slug: 'spring', name: 'Spring', createdAt };
const entry = {
  action: 'member.added',
  occurredAt: createdAt.toISOString(),
  workspace: { id: spring.id, slug: spring.slug },
} as const;

it.each([
  [[], true],
  [['member.added'], true],
  [['member.*'], true],
  [['workspace.*', 'user.updated'], false],
  [['workspace_member.*'], false],
])('a filter of %j takes the entry: %s', (chosen, expected) => {
  expect(takes({ actions: chosen, workspace: null }, entry)).toBe(expected);
});

it.each<[what: string, expected: boolean, given: Partial<FilteredEntry>]>([
  ['of the workspace', true, {}],
  ['of another workspace', false, { workspace: { id: 'autumn-id', slug: 'autumn' } }],
  ['of another workspace that had the slug', false, { workspace: { id: 'before', slug: 'spring' } }],
  ['of the organization itself', false, { workspace: null }],
  ['with the slug and without an id', true, { workspace: { id: undefined, slug: 'spring' } }],
  [
    'without an id, from before the workspace was created',
    false,
    { workspace: { id: undefined, slug: 'spring' }, occurredAt: '2026-11-17T11:59:59.999Z' },
  ],
])('whether a filter by workspace takes an entry %s: %s', (_, expected, given) => {
  expect(takes({ actions: [], workspace: spring }, { ...entry, ...given })).toBe(expected);
});
