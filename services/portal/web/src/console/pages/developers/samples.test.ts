import { expect, it } from 'vitest';
import { languages, samples } from './samples.ts';

const names = {
  apiUrl: 'https://api.acme.example',
  orgSlug: 'acme',
  workspaceSlug: 'north',
  integrationId: '0199c1f5-6b82-7d97-8f3a-c4fb06a8d918',
  api: 'googleads',
};

it.each(languages)('the samples in %s contain the names of the organization, and no key', (language) => {
  for (const kind of ['read', 'relay'] as const) {
    const sample = samples[language][kind](names);
    for (const part of [names.apiUrl, 'acme', 'north']) expect(sample).toContain(part);
    expect(sample).not.toContain('pby_');
  }
  const relay = samples[language].relay(names);
  expect(relay).toContain(names.integrationId);
  expect(relay).toContain('googleads');
});
