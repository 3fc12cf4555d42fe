import { expect, it } from 'vitest';
import { toggleFilter } from './action-filter.ts';

it('a filter is added, and removed the second time', () => {
  const one = toggleFilter(['member.added'], 'integration.connected');
  expect(one).toEqual(['member.added', 'integration.connected']);
  expect(toggleFilter(one, 'integration.connected')).toEqual(['member.added']);
});

it('a whole group replaces the actions of it that were chosen, and no others', () => {
  expect(toggleFilter(['workspace.created', 'workspace_member.added'], 'workspace.*')).toEqual([
    'workspace_member.added',
    'workspace.*',
  ]);
});
