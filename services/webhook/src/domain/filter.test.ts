import { actions } from '@patchbay/trail/action';
import { describe, expect, it } from 'vitest';
import { actionsOf, takes } from './filter.ts';

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

it.each([
  [[], null, true],
  [['member.added'], null, true],
  [['member.*'], null, true],
  [['workspace.*', 'user.updated'], null, false],
  [['workspace_member.*'], null, false],
  [[], 'spring', true],
  [['member.added'], 'autumn', false],
])('a filter of %j in the workspace %s takes the entry: %s', (names, slug, expected) => {
  const workspace = slug === null ? null : { id: 'an-id', slug, name: slug };
  expect(takes({ actions: names, workspace }, { action: 'member.added', workspaceSlug: 'spring' })).toBe(
    expected,
  );
});

it('a filter by workspace does not take an entry of the organization itself', () => {
  const workspace = { id: 'an-id', slug: 'spring', name: 'Spring' };
  expect(takes({ actions: [], workspace }, { action: 'member.added', workspaceSlug: null })).toBe(false);
});
