import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPage, pageRoutes } from './routes.ts';

describe('page routes', () => {
  it('the server and the router of the pages have the same routes', () => {
    const source = readFileSync(new URL('../web/src/pages/pages.tsx', import.meta.url), 'utf8');
    const drawn = [...source.matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path);
    const served = pageRoutes.map(({ path }) => path).filter((path) => !path.includes(':'));
    expect(served.toSorted()).toEqual(drawn.filter((path) => path !== '*').toSorted());
  });

  it('the server and the router of the pages have the same sources', () => {
    const source = readFileSync(new URL('../web/src/pages/pages.tsx', import.meta.url), 'utf8');
    const loaded = [...source.matchAll(/import\('\.\/([^']+)\.tsx'\)/g)].map(([, path = '']) => path);
    expect([...new Set(pageRoutes.map((route) => route.source))].toSorted()).toEqual(loaded.toSorted());
  });

  it.each([
    ['/', '/'],
    ['/sign-in', '/sign-in'],
    ['/sign-in/', '/sign-in'],
    ['/connect/pbc_secret', '/connect/:token'],
    ['/connect/pbc_secret/', '/connect/:token'],
    ['/connect/outcome', '/connect/outcome'],
    ['/invitations/secret', '/invitations/:token'],
    ['/unwatch/k1.secret', '/unwatch/:token'],
    ['/o/acme', '/o/*'],
    ['/o/acme/w/spring/integrations/0199c1f8-9eb5-70ca-b26d-f72e39db0c13', '/o/*'],
  ])('the path %s belongs to the page %s', (path, route) => {
    expect(findPage(path)?.path).toBe(route);
  });

  it.each([
    '/nowhere',
    '/o',
    '/other/acme',
    '/connect/a/b',
    '/connect//',
    '//',
    '//connect',
    '/sign-in/other',
    '/:token',
    '',
    '*',
  ])('the path %j belongs to no page', (path) => {
    expect(findPage(path)).toBeUndefined();
  });
});
