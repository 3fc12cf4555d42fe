import type { SimulatedAnswer } from './simulator.ts';

interface Profile {
  /** Digits: some ids are beyond 2^53. */
  readonly profileId: string;
  readonly type: 'agency' | 'seller';
  readonly name: string;
}

interface Advertiser {
  readonly advertiserId: string;
  readonly name: string;
}

export interface AmazonRegion {
  readonly consent: string;
  readonly token: string;
  readonly api: string;
  /** The profiles that this region lists by default, and with the filter for view access. */
  readonly profiles: readonly Profile[];
  readonly viewOnly: readonly Profile[];
  /** By profile id; a profile that is no DSP entity has no entry. */
  readonly advertisers: Readonly<Record<string, readonly Advertiser[]>>;
}

/** More than one page. Ids beyond 2^53, as texts. */
const many = Array.from({ length: 130 }, (_, index) => ({
  advertiserId: String(590000000000000000n + BigInt(index)),
  name: `Advertiser ${index}`,
  currency: 'EUR',
  country: 'DE',
  timezone: 'Europe/Berlin',
}));

const northAmerica: AmazonRegion = {
  consent: 'https://www.amazon.com/ap/oa',
  token: 'https://api.amazon.com/auth/o2/token',
  api: 'https://advertising-api.amazon.com',
  profiles: [
    { profileId: '1100001', type: 'seller', name: 'Nordlicht Shop' },
    { profileId: '9007199254740993001', type: 'agency', name: 'Nordlicht DSP' },
  ],
  viewOnly: [],
  advertisers: { '9007199254740993001': [] },
};

const europe: AmazonRegion = {
  consent: 'https://eu.account.amazon.com/ap/oa',
  token: 'https://api.amazon.co.uk/auth/o2/token',
  api: 'https://advertising-api-eu.amazon.com',
  profiles: [
    { profileId: '2200001', type: 'agency', name: 'Nordlicht Europe' },
    { profileId: '2200002', type: 'agency', name: 'Nordlicht Brands' },
  ],
  viewOnly: [],
  advertisers: { '2200002': many },
};

const farEast: AmazonRegion = {
  consent: 'https://apac.account.amazon.com/ap/oa',
  token: 'https://api.amazon.co.jp/auth/o2/token',
  api: 'https://advertising-api-fe.amazon.com',
  profiles: [],
  viewOnly: [{ profileId: '3300001', type: 'agency', name: 'Nordlicht Far East' }],
  advertisers: { '3300001': [] },
};

export const amazonRegions: readonly [AmazonRegion, ...AmazonRegion[]] = [northAmerica, europe, farEast];

/** The region whose address of this kind is a prefix of the URL. */
export const regionWith = (kind: 'consent' | 'token' | 'api', url: string): AmazonRegion | undefined =>
  amazonRegions.find((region) => url === region[kind] || url.startsWith(`${region[kind]}/`));

/** Ids are JSON numbers whose digits `JSON.stringify` would change. */
export const profilesText = (profiles: readonly Profile[]): SimulatedAnswer => ({
  headers: { 'content-type': 'application/json' },
  text: `[${profiles
    .map(
      ({ profileId, type, name }) =>
        `{"profileId":${profileId},"countryCode":"DE","currencyCode":"EUR","timezone":"Europe/Berlin",` +
        `"accountInfo":{"id":"ENTITY${profileId}","type":"${type}","name":"${name}","marketplaceStringId":"A1"}}`,
    )
    .join(',')}]`,
});

export const amazonError = (status: number, code: string): SimulatedAnswer => ({
  status,
  json: { code, details: 'Simulated.' },
});
