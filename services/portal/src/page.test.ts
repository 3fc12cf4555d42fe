import { describe, expect, it } from 'vitest';
import { createPage } from './page.ts';

const html = '<meta name="patchbay-settings" content="{{settings}}" />';

/** As a browser reads the attribute. */
const settingsIn = (page: string): unknown => {
  const [, value = ''] = /content="([^"]*)"/.exec(page) ?? [];
  const entities: Record<string, string> = { amp: '&', quot: '"', '#39': "'", lt: '<', gt: '>' };
  return JSON.parse(value.replace(/&([^;]+);/g, (_, name: string) => entities[name] ?? ''));
};

describe('the settings of a page', () => {
  it('arrive as they were set', () => {
    const settings = {
      apiUrl: 'https://api.acme.example',
      signInProviders: ['google' as const],
      traceparent: '00-1-2-01',
    };
    expect(settingsIn(createPage(html)(settings).toString())).toEqual(settings);
  });

  it.each(['"><script>alert(1)</script>', "'&quot;</meta>", '$&$`{{settings}}'])(
    'cannot leave their attribute: %s',
    (apiUrl) => {
      const page = createPage(html)({ apiUrl, signInProviders: [] }).toString();
      expect(page).not.toMatch(/<script|<\/meta/);
      expect(page.match(/"/g)).toHaveLength(4);
      expect(settingsIn(page)).toEqual({ apiUrl, signInProviders: [] });
    },
  );

  it.each(['<html></html>', `${html}${html}`])('have one place: %s is refused', (wrong) => {
    expect(() => createPage(wrong)).toThrow('must have {{settings}} once');
  });
});
