import { textOf, type Values } from '../../connector/credentials.ts';

export interface Region {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Profiles of another region are not listed here: the list is then empty. */
  readonly api: string;
}

const regions: Readonly<Record<string, Region>> = {
  NA: {
    authorizeUrl: 'https://www.amazon.com/ap/oa',
    tokenUrl: 'https://api.amazon.com/auth/o2/token',
    api: 'https://advertising-api.amazon.com',
  },
  EU: {
    authorizeUrl: 'https://eu.account.amazon.com/ap/oa',
    tokenUrl: 'https://api.amazon.co.uk/auth/o2/token',
    api: 'https://advertising-api-eu.amazon.com',
  },
  FE: {
    authorizeUrl: 'https://apac.account.amazon.com/ap/oa',
    tokenUrl: 'https://api.amazon.co.jp/auth/o2/token',
    api: 'https://advertising-api-fe.amazon.com',
  },
};

export function regionOf(settings: Values): Region {
  const name = textOf(settings, 'region');
  const region = Object.hasOwn(regions, name) ? regions[name] : undefined;
  if (region === undefined) throw new Error(`there is no region ${name}`);
  return region;
}
