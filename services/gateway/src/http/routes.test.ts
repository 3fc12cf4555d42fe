import { describe, expect, it } from 'vitest';
import { createRoutes } from './routes.ts';

const find = createRoutes([
  ['GET', '/v1/me', 'me'],
  ['PATCH', '/v1/me', 'updateMe'],
  ['GET', '/v1/connect/{token}', 'page'],
  ['POST', '/v1/connect/{token}/oauth', 'oauth'],
  ['GET', '/v1/connect/oauth/callback', 'callback'],
  ['GET', '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}', 'workspace'],
]);
const matchOf = (path: string) => {
  const match = find(path);
  return match && { path: match.route.path, params: match.params };
};

describe('routes', () => {
  it('find every method of a path', () => {
    expect([...(find('/v1/me')?.route.endpoints ?? [])]).toEqual([
      ['GET', 'me'],
      ['PATCH', 'updateMe'],
    ]);
    expect(find('/v1/me')?.route.allow).toBe('GET, PATCH, HEAD, OPTIONS');
  });

  it('decode parameters', () => {
    expect(matchOf('/v1/organizations/a%20b/workspaces/c%2Fd')).toEqual({
      path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}',
      params: { orgSlug: 'a b', workspaceSlug: 'c/d' },
    });
  });

  it('prefer what is literal, and fall back where it leads nowhere', () => {
    expect(matchOf('/v1/connect/oauth/callback')?.path).toBe('/v1/connect/oauth/callback');
    expect(matchOf('/v1/connect/oauth')).toEqual({ path: '/v1/connect/{token}', params: { token: 'oauth' } });
    expect(matchOf('/v1/connect/oauth/oauth')?.params).toEqual({ token: 'oauth' });
  });

  it.each(['/', '/v1', '/v1/me/', '/v1/connect/', '/v1/connect/%', 'http://x/v1/me', '*', ''])(
    'find nothing for %s',
    (path) => {
      expect(find(path)).toBeUndefined();
    },
  );

  it('refuse two endpoints for one method of a path', () => {
    expect(() =>
      createRoutes([
        ['GET', '/a', 1],
        ['GET', '/a', 2],
      ]),
    ).toThrow('GET /a is declared twice');
  });
});
