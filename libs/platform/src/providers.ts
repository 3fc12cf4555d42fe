/**
 * The values that the API knows the advertising systems by, in the order in which it lists them: by category. The gateway
 * publishes them as an enum; integration does not compile unless each has a folder in `providers/`.
 */
export const providerValues = [
  'google_dv360',
  'the_trade_desk',
  'amazon_dsp',
  'yahoo_dsp',
  'adform',
  'criteo',
  'google_ad_manager',
  'magnite',
  'pubmatic',
  'index_exchange',
  'microsoft_monetize',
  'equativ',
  'google_ads',
  'meta_ads',
  'tiktok_ads',
  'linkedin_ads',
  'pinterest_ads',
  'snapchat_ads',
  'microsoft_ads',
  'reddit_ads',
] as const;

export type ProviderValue = (typeof providerValues)[number];
