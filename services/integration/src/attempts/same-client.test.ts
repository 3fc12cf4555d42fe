import { expect, it } from 'vitest';
import { createSameClient } from './same-client.ts';

it('names the providers with the same client', () => {
  const sameClient = createSameClient({
    google_ads: { clientId: 'one', clientSecret: 's' },
    google_dv360: { clientId: 'one', clientSecret: 's' },
    meta_ads: { clientId: 'two', clientSecret: 's' },
    magnite: {},
    criteo: {},
  });
  expect(sameClient('google_ads')).toEqual(['google_ads', 'google_dv360']);
  expect(sameClient('meta_ads')).toEqual(['meta_ads']);
  expect(sameClient('magnite')).toEqual(['magnite']);
  expect(sameClient('unknown')).toEqual(['unknown']);
});
