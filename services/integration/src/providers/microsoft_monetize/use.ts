import type { Use } from '../../connector/use.ts';
import { api } from './connector.ts';

/**
 * https://learn.microsoft.com/en-us/xandr/digital-platform-api/api-semantics. Each service has addresses with a version too, such as
 * `/v1.16/report`.
 */
export const useOfMicrosoftMonetize: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'platform',
      description: 'Publishers, placements, deals and reports',
      baseUrl: api,
      reads: ['POST /**/creative-search', 'POST /**/search'],
      reports: ['POST /**/report'],
      uploads: ['POST /**/creative-upload'],
      changedBy: [{ at: '/report/emails' }],
      refused: [
        '/**/auth**',
        '/**/user**',
        '/**/password**',
        '/**/account-recovery**',
        '/**/member-sharing**',
        'POST /**/member/**',
        'PUT /**/member/**',
        'PATCH /**/member/**',
        'DELETE /**/member/**',
      ],
      account: {
        query: ['member_id'],
        // Bodies are wrapped in the name of their object.
        body: ['/*/member_id', '/*/*/member_id', '/report/filters/*/member_id'],
      },
      // A login belongs to one member: a request that names none is about that one.
      free: ['/**'],
    },
  ],
  returnedHeaders: ['x-ratelimit-code', 'x-ratelimit-count'],
  accountNames: {
    shape: { digits: [3, 12] },
    otherNames: ['advertiser_id', 'publisher_id', 'buyer_member_id'],
  },
  listsAccounts: true,
  accountSettings: ['memberId'],
  firstRead: {
    title: 'Publishers of {account}',
    api: 'platform',
    method: 'GET',
    path: 'publisher?start_element=0&num_elements=100',
    accountSetting: 'memberId',
    rows: '/response/publishers',
    columns: [
      { name: 'Publisher', at: '/name' },
      { name: 'ID', at: '/id' },
      { name: 'State', at: '/state' },
    ],
  },
};
