import { describe, expect, it } from 'vitest';
import { readBundle } from './bundle.ts';
import { createPreloads } from './console-pages.ts';

const acme = '/v1/organizations/acme';
const north = `${acme}/workspaces/north`;

describe('createPreloads', () => {
  const { consolePages } = readBundle();
  const preloadsOf = createPreloads(consolePages);

  it.each([
    ['/', 'home-page', []],
    ['/account', 'account-page', []],
    ['/o/acme', 'overview-page', [acme, `${acme}/workspaces`, `${acme}/integrations?limit=200`]],
    ['/o/acme/keys/', 'keys-page', [acme]],
    ['/o/acme/keys/0199c1f8', 'keys-page', [acme]],
    ['/o/acme/w/north/integrations', 'integrations-page', [acme, north, `${north}/integrations`]],
    ['/o/acme/w/north/integrations/0199c1f8', 'integrations-page', [acme, north, `${north}/integrations`]],
    ['/o/acme/w/north/integrations/new', 'new-integration-page', [acme, north]],
    ['/o/acme/w/north/members', 'workspace-members-page', [acme, north]],
  ])('the page at %s has the script of %s, and reads the session and %j', (path, page, reads) => {
    const { scripts, reads: found } = preloadsOf(path);
    expect(scripts[0]).toMatch(new RegExp(`^/assets/${page}-[^/]+\\.js$`));
    expect(found).toEqual(['/v1/auth/session', ...reads]);
  });

  it('every page has a script, and is found at its own address', () => {
    for (const { path, scripts } of consolePages) {
      expect(scripts).not.toEqual([]);
      expect(preloadsOf(path.replaceAll(/[:?]/g, '')).scripts).toEqual(scripts);
    }
  });

  it.each(['/o/acme/nowhere', '/o/"><script>', '/o/%22%3E', '/o/acme/w/../keys'])(
    'an address without a page has nothing: %s',
    (path) => {
      expect(preloadsOf(path)).toEqual({ scripts: [], reads: [] });
    },
  );
});
