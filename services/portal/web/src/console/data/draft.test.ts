import { expect, it } from 'vitest';
import { changesOf } from './draft.ts';

it('only what differs is a change, lists by what they contain', () => {
  const before = { name: 'North', actions: ['member.*'], workspaceSlug: null, isLive: true };
  expect(changesOf(before, { ...before, actions: ['member.*'] })).toEqual({});
  expect(changesOf(before, { ...before, name: '', actions: [] })).toEqual({ name: '', actions: [] });
});
