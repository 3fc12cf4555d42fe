import { expected, unknownPath } from './expected.ts';
import { createGoogleSimulator, googleError } from './google.ts';
import type { GrantMemory } from './grants.ts';
import type { Simulator } from './simulator.ts';

const api = 'https://displayvideo.googleapis.com';

const partner = {
  partnerId: '1001',
  displayName: 'Nordlicht Partners',
  entityStatus: 'ENTITY_STATUS_ACTIVE',
};
const advertiser = { advertiserId: '2002', partnerId: '1001', displayName: 'Nordlicht Brand' };

export const googleDv360 = (memory?: GrantMemory): Simulator =>
  createGoogleSimulator({
    memory,
    provider: 'google_dv360',
    api,
    scope: 'https://www.googleapis.com/auth/display-video',
    ways: [
      { name: 'the first partner', fields: {}, settings: {}, account: partner.displayName },
      { name: 'a partner', fields: {}, settings: { partnerId: '1001' }, account: partner.displayName },
      {
        name: 'an advertiser',
        fields: {},
        settings: { partnerId: '1001', advertiserId: '2002' },
        account: advertiser.displayName,
      },
    ],
    faults: [
      {
        name: 'no partner',
        kind: 'permanent',
        reason: 'no_accounts',
        shows: 'verify',
        answer: ({ url }) => (url === `${api}/v4/partners` ? { json: {} } : undefined),
      },
    ],
    answer(request, authorization) {
      const headers = { authorization };
      switch (request.url) {
        case `${api}/v4/partners`:
          expected(request, { method: 'GET', headers, query: { pageSize: '1' } });
          return { json: { partners: [partner] } };
        case `${api}/v4/partners/1001`:
          expected(request, { method: 'GET', headers });
          return { json: partner };
        case `${api}/v4/advertisers/2002`:
          expected(request, { method: 'GET', headers });
          return { json: advertiser };
        default:
          return /\/v4\/(partners|advertisers)\/\d+$/.test(request.url)
            ? googleError(404, 'NOT_FOUND')
            : unknownPath(request);
      }
    },
  });
