import { expect, it } from 'vitest';
import { languages, samples } from './samples.ts';

const place = {
  apiUrl: 'https://api.acme.example',
  orgSlug: 'acme',
  workspaceSlug: 'north',
  integrationId: '0199c1f5-6b82-7d97-8f3a-c4fb06a8d918',
  api: 'googleads',
};

it.each(languages)('the samples in %s name the place, and no key', (language) => {
  for (const kind of ['read', 'relay'] as const) {
    const sample = samples[language][kind](place);
    for (const part of [place.apiUrl, 'acme', 'north']) expect(sample).toContain(part);
    expect(sample).not.toContain('pby_');
  }
  const relay = samples[language].relay(place);
  expect(relay).toContain(place.integrationId);
  expect(relay).toContain('googleads');
});
