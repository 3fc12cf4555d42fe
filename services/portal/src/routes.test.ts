import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBundle } from './bundle.ts';
import { findPage, pageRoutes } from './routes.ts';

describe('page routes', () => {
  it('the server and the router of the pages have the same routes', () => {
    const source = readFileSync(new URL('../web/src/pages/pages.tsx', import.meta.url), 'utf8');
    const drawn = [...source.matchAll(/<Route path="(\/[^"]*)"/g)].map(([, path = '']) => path);
    const served = pageRoutes.flatMap(({ path, source: own }) => (own === undefined ? [] : [path]));
    expect(served.filter((path) => !path.includes(':')).toSorted()).toEqual(drawn.toSorted());
  });

  it('every page of the console is served, and nothing else as one', () => {
    const drawn = readBundle().consolePages.map(({ path }) => path.replace(/:.*/, '*'));
    const served = pageRoutes.flatMap(({ path, source }) => (source === undefined ? [path] : []));
    expect(served.toSorted()).toEqual([...new Set(drawn)].toSorted());
  });

  it('the server and the router of the pages have the same sources', () => {
    const source = readFileSync(new URL('../web/src/pages/pages.tsx', import.meta.url), 'utf8');
    const loaded = [...source.matchAll(/import\('\.\/([^']+)\.tsx'\)/g)].map(([, path = '']) => path);
    expect([...new Set(pageRoutes.flatMap(({ source: own = [] }) => own))].toSorted()).toEqual(
      loaded.toSorted(),
    );
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
