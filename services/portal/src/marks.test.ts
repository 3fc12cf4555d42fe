import { describe, expect, it } from 'vitest';
import { readPortalConfig } from './config.ts';
import { readMarks } from './marks.ts';
import { createFolder, startPortal } from './portal.fixture.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('marks of providers', () => {
  it('a mark is served with its type and a policy of its own, and the page knows its path', async () => {
    const { fetch } = await startPortal({
      marks: readMarks(createFolder({ 'google_ads.svg': svg, '..data': '' })),
    });
    const response = await fetch('/marks/google_ads.svg');
    expect([response.status, await response.text()]).toEqual([200, svg]);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(await (await fetch('/')).text()).toContain(
      '&quot;marks&quot;:{&quot;google_ads&quot;:&quot;/marks/google_ads.svg&quot;}',
    );
    expect((await fetch('/marks/meta_ads.svg')).status).toBe(404);
  });

  it.each([
    ['a name that is no provider', { 'google.svg': svg }, 'has google.svg: files must be named'],
    ['another type', { 'google_ads.gif': 'GIF89a' }, 'has google_ads.gif: files must be named'],
    ['content of another type', { 'google_ads.png': svg }, 'whose content is of another type'],
    ['a page as an SVG', { 'google_ads.svg': '<html>' }, 'whose content is of another type'],
    ['a large file', { 'google_ads.svg': svg + ' '.repeat(65_536) }, 'is larger than 64 KiB'],
  ])('the Portal does not start with %s in the folder', (_what, files, problem) => {
    const environment = {
      PUBLIC_URL: 'https://api.acme.example',
      PORTAL_URL: 'https://portal.acme.example',
      MARKS_DIR: createFolder(files),
    };
    expect(() => readPortalConfig(environment)).toThrow(new RegExp(`MARKS_DIR .*${problem}`));
  });

  it('the Portal does not start with a folder that cannot be read', () => {
    expect(() => readPortalConfig({ MARKS_DIR: '/no/such/folder' })).toThrow(/MARKS_DIR .*ENOENT/);
  });
});
