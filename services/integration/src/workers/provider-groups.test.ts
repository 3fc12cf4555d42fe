import { expect, it } from 'vitest';
import { rotating } from '../attempts/rotating.fixture.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { providerGroups } from './provider-groups.ts';

it('leaves half of the jobs to other providers, and more where a provider takes few requests', () => {
  const catalogue = createCatalogue([rotating, { ...rotating, provider: 'narrow', atOnce: 3 }], {});
  const boundOf = (provider: string, concurrency: number) =>
    providerGroups({ catalogue, concurrency, giveBack: async () => {} }).atOnce(provider);
  expect(['rotating', 'narrow', 'unknown'].map((each) => boundOf(each, 16))).toEqual([8, 3, 8]);
  expect(boundOf('narrow', 4)).toBe(2);
  expect(boundOf('rotating', 1)).toBe(1);
});
