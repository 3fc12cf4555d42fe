import { adform } from './adform.ts';
import { amazonDsp } from './amazon-dsp.ts';
import { criteo } from './criteo.ts';
import { equativ } from './equativ.ts';
import { googleAdManager } from './google-ad-manager.ts';
import { googleAds } from './google-ads.ts';
import { googleDv360 } from './google-dv360.ts';
import type { GrantMemory } from './grants.ts';
import { indexExchange } from './index-exchange.ts';
import { linkedinAds } from './linkedin-ads.ts';
import { magnite } from './magnite.ts';
import { metaAds } from './meta-ads.ts';
import { microsoftAds } from './microsoft-ads.ts';
import { microsoftMonetize } from './microsoft-monetize.ts';
import { pinterestAds } from './pinterest-ads.ts';
import { pubmatic } from './pubmatic.ts';
import { redditAds } from './reddit-ads.ts';
import type { Simulator } from './simulator.ts';
import { snapchatAds } from './snapchat-ads.ts';
import { theTradeDesk } from './the-trade-desk.ts';
import { tiktokAds } from './tiktok-ads.ts';
import { yahooDsp } from './yahoo-dsp.ts';

/** A new simulator of every provider, with no state but `memory`. */
export const createSimulators = (memory?: GrantMemory): readonly Simulator[] =>
  [
    googleDv360,
    theTradeDesk,
    amazonDsp,
    yahooDsp,
    adform,
    criteo,
    googleAdManager,
    magnite,
    pubmatic,
    indexExchange,
    microsoftMonetize,
    equativ,
    googleAds,
    metaAds,
    tiktokAds,
    linkedinAds,
    pinterestAds,
    snapchatAds,
    microsoftAds,
    redditAds,
  ].map((create) => create(memory));
