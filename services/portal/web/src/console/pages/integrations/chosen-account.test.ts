import { expect, it } from 'vitest';
import type { Schemas } from '../../../api/answer.ts';
import { withAccount } from './chosen-account.ts';

const account = (setting: Schemas['Account']['setting']): Schemas['Account'] => ({
  id: setting?.value ?? 'none',
  name: null,
  type: 'account',
  currency: null,
  timeZone: null,
  status: null,
  parentId: null,
  setting,
});
const partner = account({ name: 'partnerId', value: 'p1' });
const advertiser = account({ name: 'advertiserId', value: 'a1' });

it('a chosen account replaces the one that was named, and other settings stay', () => {
  const settings = { environment: 'sandbox', partnerId: 'p2' };
  expect(withAccount(settings, advertiser, [partner, advertiser])).toEqual({
    environment: 'sandbox',
    advertiserId: 'a1',
  });
  expect(withAccount(settings, partner, [partner, account(null)])).toEqual({
    environment: 'sandbox',
    partnerId: 'p1',
  });
});
