import { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { scopeOf } from './api-key-scope.ts';

type KeyRequest = Parameters<typeof scopeOf>[0];

describe('the scope of a new key', () => {
  it.each<[KeyRequest, unknown]>([
    [
      { level: 'user', role: undefined, workspaceSlug: '' },
      { level: 'user', role: null },
    ],
    [
      { level: 'organization', role: 'viewer', workspaceSlug: '' },
      { level: 'organization', role: 'viewer' },
    ],
    [
      { level: 'workspace', role: 'admin', workspaceSlug: 'spring' },
      { level: 'workspace', role: 'admin', workspaceSlug: 'spring' },
    ],
  ])('%o', (asked, scope) => {
    expect(scopeOf(asked)).toEqual(scope);
  });

  it.each<[KeyRequest, string[]]>([
    [{ level: undefined, role: 'admin', workspaceSlug: '' }, ['level']],
    [{ level: 'user', role: 'admin', workspaceSlug: '' }, ['role']],
    [{ level: 'user', role: 'admin', workspaceSlug: 'spring' }, ['role', 'workspaceSlug']],
    [{ level: 'organization', role: undefined, workspaceSlug: '' }, ['role']],
    [{ level: 'organization', role: 'admin', workspaceSlug: 'spring' }, ['workspaceSlug']],
    [{ level: 'workspace', role: 'admin', workspaceSlug: '' }, ['workspaceSlug']],
    [{ level: 'workspace', role: undefined, workspaceSlug: '' }, ['role', 'workspaceSlug']],
  ])('is not %o: every wrong field is named', (asked, paths) => {
    let thrown: unknown;
    try {
      scopeOf(asked);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Failure);
    expect((thrown as Failure).problems.map(({ path }) => path)).toEqual(paths);
  });
});
