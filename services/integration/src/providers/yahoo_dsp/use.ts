import type { Use } from '../../connector/use.ts';

/** https://help.yahooinc.com/dsp-api/docs/resources */
export const useOfYahooDsp: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'traffic',
      description: 'Advertisers, campaigns, lines, ads and audiences',
      baseUrl: 'https://dspapi.admanagerplus.yahoo.com',
      refused: [
        // Which seat is the current one is a state of the login: a switch would change what every other caller sees.
        '/traffic/seats**',
        '/traffic/user**',
        'POST /traffic/accountgroups**',
        'PUT /traffic/accountgroups**',
        'PATCH /traffic/accountgroups**',
        'DELETE /traffic/accountgroups**',
      ],
      account: {
        path: ['/traffic/advertisers/{account}/**'],
        query: [
          {
            at: 'accountId',
            on: ['GET /traffic/campaigns', 'GET /traffic/audiences', 'GET /traffic/beacons'],
          },
        ],
        body: [
          {
            at: '/accountId',
            on: ['POST /traffic/campaigns', 'POST /traffic/audiences', 'POST /traffic/beacons'],
          },
          '/**/accountId',
        ],
      },
      free: ['GET /traffic/dictionary/**', 'GET /traffic/targeting/**', 'GET /traffic/exchanges/**'],
    },
    {
      name: 'reporting',
      description: 'Reports',
      baseUrl: 'https://api-sched-v3.admanagerplus.yahoo.com',
      reports: ['POST /yamplus_api/extreport'],
      refused: [],
      account: {
        query: [{ at: 'advertiserId', on: ['GET /yamplus_api/extreport/cob'] }],
        // Without it a report has every advertiser of the seat.
        body: [{ at: '/reportOption/accountIds', on: ['POST /yamplus_api/extreport'] }],
      },
    },
  ],
  accountNames: {
    shape: { digits: [3, 12] },
    otherNames: ['currency'],
  },
  listsAccounts: true,
  accountSettings: ['advertiserId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'traffic',
    method: 'GET',
    path: 'traffic/campaigns?accountId={account}&page=1&limit=100',
    accountSetting: 'advertiserId',
    rows: '/response',
    columns: [
      { name: 'Campaign', at: '/name' },
      { name: 'ID', at: '/id' },
      { name: 'Status', at: '/status' },
    ],
  },
};
