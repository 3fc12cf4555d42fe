import type { SimulatedAnswer } from './simulator.ts';

/** The first business has no ad account: those of the second must be asked for too. */
export const businesses = {
  holding: { id: '0d0f7a50-4f0e-4a52-9d3c-0b6f0a1d1111', name: 'Nordlicht Holding' },
  agency: { id: '0d0f7a50-4f0e-4a52-9d3c-0b6f0a1d2222', name: 'Nordlicht Agency' },
};

const pages = [
  [
    { id: 'a2_nord1', name: 'Nordlicht Community', currency: 'EUR' },
    { id: 'a2_nord2', name: 'Nordlicht Outdoor', currency: 'EUR' },
  ],
  [{ id: 'a2_nord3', name: 'Nordlicht Games', currency: 'USD' }],
];

export const firstPageOf = { 'page.size': '100' };

/** The parameters of a next page, as they stand in `next_url`. */
export const pageOf = (query: URLSearchParams): Record<string, string> | undefined =>
  query.has('page.token') ? { ...firstPageOf, 'page.token': 'second' } : undefined;

/** One page of the ad accounts of a business; undefined where the business is not known. */
export function adAccounts(
  businessId: string,
  url: string,
  query: URLSearchParams,
): SimulatedAnswer | undefined {
  if (businessId === businesses.holding.id) return { json: { data: [], pagination: {} } };
  if (businessId !== businesses.agency.id) return undefined;
  if (query.has('page.token')) return { json: { data: pages[1], pagination: { next_url: null } } };
  return {
    json: { data: pages[0], pagination: { next_url: `${url}?page.size=100&page.token=second` } },
  };
}
