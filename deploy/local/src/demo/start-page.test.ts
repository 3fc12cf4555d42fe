import { describe, expect, it } from 'vitest';
import { everybody } from './people.ts';
import { failurePage, startPage } from './start-page.ts';

const page = (account?: string) =>
  startPage({
    portalUrl: 'http://localhost:3001',
    apiUrl: 'http://localhost:3000',
    people: everybody,
    providers: [
      {
        provider: 'criteo',
        name: 'Criteo',
        alternatives: [[{ label: 'Client ID', value: 'a<b' }], [{ label: 'Token', value: 't' }]],
        account,
      },
      { provider: 'meta_ads', name: 'Meta Ads', alternatives: [], account: undefined },
    ],
  }).text;

describe('the start page', () => {
  it('has a button for each provider, and what to type', () => {
    expect(page()).toMatch(/<a class="button" href="\/connect\/criteo"[^>]*>Connect Criteo<\/a>/);
    expect(page()).toContain('<dt>Client ID</dt><dd><code>a&lt;b</code></dd>');
    expect(page()).toContain('<p>or</p><dl><dt>Token</dt><dd><code>t</code></dd></dl>');
    expect(page()).toMatch(/href="\/connect\/meta_ads"[^>]*>Connect Meta Ads<\/a>/);
    expect(page().match(/simulated consent page/g)).toHaveLength(1);
  });

  it('says which are connected', () => {
    expect(page()).not.toContain('Connected to');
    expect(page('Nordlicht & Co')).toContain('<p>Connected to Nordlicht &amp; Co.</p>');
    expect(page('Nordlicht & Co')).toContain('Connect Criteo again</a>');
  });

  it('has a button for everybody', () => {
    for (const { id, name, email } of everybody) {
      expect(page()).toMatch(new RegExp(`href="/sign-in/${id}"[^>]*>Sign in as ${name}</a>`));
      expect(page()).toContain(email);
    }
  });
});

it('a failure leads back', () => {
  expect(failurePage('<no>')).toMatchObject({ status: 500, text: expect.stringContaining('&lt;no&gt;') });
  expect(failurePage('').text).toContain('href="/"');
});
