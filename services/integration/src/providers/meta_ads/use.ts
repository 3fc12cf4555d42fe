import type { Api, Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** Fields that may be expanded, such as `campaigns{insights{spend}}`: what they lead to belongs to the same ad account. */
const expandable = new Set([
  'campaign',
  'campaigns',
  'adset',
  'adsets',
  'ad',
  'ads',
  'adcreatives',
  'creative',
  'insights',
  'targeting',
  'promoted_object',
]);

/** Fields that lead out of the ad account even where they are not expanded. */
const climbing = /\b(business|owner|agencies|\w*ad_?accounts|\w*users|assigned_\w+)\b/i;

/** A name before `{`, or before `.` and a modifier, as in `ads.limit(5){id}`. It begins where a word does: from each letter, a long word would be read again. */
const expansion = /\b(\w+)\s*[.{]/g;

/** Characters; lists of fields in queries are shorter, too. */
const longestFields = 16_384;

/** Fields that hand out tokens: pages come with theirs, and any field can be renamed. */
const givesToken = /token|secret|password|\baccounts\b|\\/i;

const climbsOut = (fields: string): boolean =>
  climbing.test(fields) ||
  [...fields.matchAll(expansion)].some(([, name = '']) => !expandable.has(name.toLowerCase()));

const check: Api['check'] = ({ path, values }) => {
  const fields = values('fields');
  // A list in JSON could spell a name with escape sequences.
  if (fields.join().length > longestFields || fields.some((text) => givesToken.test(text))) return 'refused';
  const isOtherSearch = /^\/search$/i.test(path) && !/^ad\w+$/i.test(values('type').join());
  const hasIds = values('ids').length + values('id').length > 0;
  return isOtherSearch || hasIds || fields.some(climbsOut) ? 'unpinned' : undefined;
};

/** https://developers.facebook.com/docs/graph-api/overview */
export const useOfMetaAds: Use = {
  access: ['read', 'manage'],
  hasReadScope: true,
  apis: [
    {
      name: 'graph',
      description: 'Campaigns, ad sets, ads, audiences and insights (Graph API)',
      baseUrl: (_settings, app) => baseUrlOf(app),
      reports: ['POST /*/insights'],
      refused: [
        '/oauth/**',
        '/debug_token/**',
        '/device/**',
        '/app/**',
        '/**/permissions/**',
        // Pages with their tokens, and test users of an app.
        '/**/accounts/**',
        '/**/roles/**',
        '/**/system_users/**',
        '/**/business_users/**',
        '/**/pending_users/**',
        '/**/assigned_*/**',
        // Not those of a custom audience, which are its members.
        '/act_*/users/**',
        '/**/agencies/**',
        '/**/shared_accounts/**',
        '/**/subscribed_apps/**',
        '/**/subscriptions/**',
      ],
      // The path of an object or a report run tells no account.
      account: { anywhere: { at: /\b(act_[^/,"]*)/, on: ['/act_*/**'] } },
      free: ['GET /search'],
      check,
    },
  ],
  returnedHeaders: [
    'x-fb-request-id',
    'x-fb-trace-id',
    'x-ad-account-usage',
    'x-app-usage',
    'x-business-use-case-usage',
    'x-fb-ads-insights-reach-throttle',
    'x-fb-ads-insights-throttle',
  ],
  // A list of requests.
  refusedParameters: ['adbatch'],
  hasBodyParameters: true,
  // Of pages and apps, and of product feeds.
  hiddenNames: ['page_token', 'client_token', 'app_secret', 'password'],
  accountNames: {
    shape: { digits: [6, 20], expression: /act_0*[1-9]\d{5,19}/ },
    plain: (id) => id.replace(/^act_/, ''),
    // Who an ad says it is from, and what a catalog ad shows.
    otherNames: ['instagram_user_id', 'instagram_actor_id', 'product_set_id'],
  },
  listsAccounts: true,
  accountSettings: ['adAccountId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'graph',
    method: 'GET',
    path: '{account}/campaigns?fields=id,name,status,daily_budget&limit=100',
    accountSetting: 'adAccountId',
    rows: '/data',
    columns: [
      { name: 'Campaign', at: '/name' },
      { name: 'ID', at: '/id' },
      { name: 'Status', at: '/status' },
      { name: 'Daily budget', at: '/daily_budget' },
    ],
  },
};
