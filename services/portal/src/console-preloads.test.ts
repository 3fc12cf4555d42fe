import { describe, expect, it } from 'vitest';
import { readBundle } from './bundle.ts';
import { readsOf, scriptsOf } from './console-preloads.ts';

const pages = [
  ['/', 'home-page'],
  ['/account', 'account-page'],
  ['/o/acme', 'overview-page'],
  ['/o/acme/workspaces', 'workspaces-page'],
  ['/o/acme/members', 'members-page'],
  ['/o/acme/keys/0199c1f8', 'keys-page'],
  ['/o/acme/trail', 'trail-page'],
  ['/o/acme/developers/webhooks/0199c1f8', 'developers-page'],
  ['/o/acme/settings', 'settings-page'],
  ['/o/acme/w/north', 'integrations-page'],
  ['/o/acme/w/north/integrations/0199c1f8', 'integrations-page'],
  ['/o/acme/w/north/integrations/new', 'new-integration-page'],
  ['/o/acme/w/north/members', 'workspace-members-page'],
  ['/o/acme/w/north/settings', 'workspace-settings-page'],
] as const;

describe('scriptsOf', () => {
  const { consoleScripts } = readBundle();

  it.each(pages)('the scripts of the page at %s have that of %s', (path, page) => {
    expect(scriptsOf(path, consoleScripts)[0]).toMatch(new RegExp(`^/assets/${page}-[^/]+\\.js$`));
  });

  it('every page of the console is at one of these addresses', () => {
    const names = [...consoleScripts.keys()].map((source) => source.replace(/.*\//, ''));
    expect(names.toSorted()).toEqual([...new Set(pages.map(([, page]) => page))].toSorted());
  });

  it('an address without a page has no scripts', () => {
    expect(scriptsOf('/o/acme/nowhere', consoleScripts)).toEqual([]);
  });
});

describe('readsOf', () => {
  const acme = '/v1/organizations/acme';
  it.each([
    ['/', []],
    ['/account', []],
    ['/o/acme', [acme, `${acme}/workspaces`, `${acme}/integrations?limit=200`]],
    ['/o/acme/members', [acme]],
    ['/o/acme/w/north/members', [acme, `${acme}/workspaces/north`]],
    [
      '/o/acme/w/north/integrations',
      [acme, `${acme}/workspaces/north`, `${acme}/workspaces/north/integrations`],
    ],
  ])('the page at %s reads the session and %j', (path, reads) => {
    expect(readsOf(path)).toEqual(['/v1/auth/session', ...reads]);
  });

  it.each(['/o/"><script>', '/o/%22%3E', '/o/acme/w/../keys'])(
    'no part of %s but a short name gets into a read',
    (path) => {
      for (const read of readsOf(path)) expect(read).toMatch(/^[\w/?=-]+$/);
    },
  );
});
