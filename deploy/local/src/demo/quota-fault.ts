import type { AdProviders } from '@patchbay/testing/ad-providers/server';

/** A customer of Google Ads at which every verification finds the quota used up. Other customers are not concerned. */
export const customerWithoutQuota = '2345678901';

/** Turned on at each start, so that an integration keeps the error that says so. */
export const useUpQuota = (providers: AdProviders): void =>
  providers.of('google_ads').fail({
    name: 'the quota of one customer is used up',
    kind: 'transient',
    shows: 'verify',
    answer: ({ url }) =>
      url.includes(`/customers/${customerWithoutQuota}/`)
        ? { status: 429, json: { error: { code: 429, message: 'Simulated.', status: 'RESOURCE_EXHAUSTED' } } }
        : undefined,
  });
