import { type ProviderValue, providerValues } from '@patchbay/platform/providers';
import type { Provider } from '../connector/provider.ts';
import { adform } from './adform/provider.ts';
import { amazonDsp } from './amazon_dsp/provider.ts';
import { criteo } from './criteo/provider.ts';
import { equativ } from './equativ/provider.ts';
import { googleAdManager } from './google_ad_manager/provider.ts';
import { googleAds } from './google_ads/provider.ts';
import { googleDv360 } from './google_dv360/provider.ts';
import { indexExchange } from './index_exchange/provider.ts';
import { linkedinAds } from './linkedin_ads/provider.ts';
import { magnite } from './magnite/provider.ts';
import { metaAds } from './meta_ads/provider.ts';
import { microsoftAds } from './microsoft_ads/provider.ts';
import { microsoftMonetize } from './microsoft_monetize/provider.ts';
import { pinterestAds } from './pinterest_ads/provider.ts';
import { pubmatic } from './pubmatic/provider.ts';
import { redditAds } from './reddit_ads/provider.ts';
import { snapchatAds } from './snapchat_ads/provider.ts';
import { theTradeDesk } from './the_trade_desk/provider.ts';
import { tiktokAds } from './tiktok_ads/provider.ts';
import { yahooDsp } from './yahoo_dsp/provider.ts';

const byValue: Readonly<Record<ProviderValue, Provider>> = {
  adform,
  amazon_dsp: amazonDsp,
  criteo,
  equativ,
  google_ad_manager: googleAdManager,
  google_ads: googleAds,
  google_dv360: googleDv360,
  index_exchange: indexExchange,
  linkedin_ads: linkedinAds,
  magnite,
  meta_ads: metaAds,
  microsoft_ads: microsoftAds,
  microsoft_monetize: microsoftMonetize,
  pinterest_ads: pinterestAds,
  pubmatic,
  reddit_ads: redditAds,
  snapchat_ads: snapchatAds,
  the_trade_desk: theTradeDesk,
  tiktok_ads: tiktokAds,
  yahoo_dsp: yahooDsp,
};

/** In the order in which the API lists them. */
export const providers: readonly Provider[] = providerValues.map((value) => byValue[value]);
