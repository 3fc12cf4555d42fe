import { show } from './lib.ts';
const A = '1111111', B = '2222222';
// TikTok
const tA='7011111111111111111', tB='7022222222222222222';
show('tiktok_ads','business','POST ad/create',[tA],{json:{advertiser_id:tA,adgroup_id:'1700000000000000001',creatives:[{identity_id:'7033333333333333333',identity_type:'CUSTOMIZED_USER',ad_name:'x',video_id:'v1'}]}});
show('tiktok_ads','business','POST ad/create',[tA],{json:{advertiser_id:tA,product_set_id:'7033333333333333333'}});
show('tiktok_ads','business','POST ad/create',[tA],{text:`{"advertiser_id":"${tA}","advertiſer_id":"${tB}"}`});
show('tiktok_ads','business','POST ad/create',[tA],{text:`{"advertiser_id":"${tA}","ſhared":"７０２２２２２２２２２２２２２２２２２"}`});
// unicode digits
show('google_dv360','displayvideo','POST advertisers/1111111/lineItems',[A],{json:{foo:'２２２２２２２'}});
show('google_dv360','displayvideo','POST advertisers/1111111/lineItems',[A],{json:{addedAdvertisers:['2.222222e6']}});
show('google_dv360','displayvideo','POST advertisers/1111111/lineItems',[A],{json:{foo:'2.222222e6'}});
show('google_dv360','displayvideo','POST advertisers/1111111/lineItems',[A],{json:{foo:'2222222.0'}});
show('google_dv360','displayvideo','POST advertisers/1111111/lineItems',[A],{json:{foo:2222222.0}});
// ttd
show('the_trade_desk','platform','POST campaign',['abc1234'],{json:{AdvertiserId:'abc1234',Foo:'XYZ9876'}});
show('the_trade_desk','platform','POST campaign',['abc1234'],{json:{AdvertiserId:'abc1234',Foo:'xyz9876'}});
// amazon
show('amazon_dsp','ads','POST adsApi/v1/query/advertiserAccounts',[A],{headers:{'amazon-ads-accountid':A},json:{}});
show('amazon_dsp','ads','POST adsApi/v1/query/advertiserAccounts',[A],{headers:{'amazon-ads-accountid':A},json:{maxResults:100}});
show('amazon_dsp','ads','POST adsApi/v1/create/advertiserAccounts',[A],{headers:{'amazon-ads-accountid':A},json:{}});
show('amazon_dsp','ads','GET insights/audiences/x/overlappingAudiences',[A],{query:'advertiserId=1111111'});
// snapchat
const sA='8adc3db7-8148-4fbf-999c-8d2266369d74', sB='9adc3db7-8148-4fbf-999c-8d2266369d74';
show('snapchat_ads','ads',`POST adaccounts/${sA}/creatives`,[sA],{json:{creatives:[{ad_account_id:sA,name:'x',type:'WEB_VIEW',top_snap_media_id:sB,profile_properties:{profile_id:sB}}]}});
// reddit
show('reddit_ads','ads',`POST ad_accounts/a2_abc/ads`,['a2_abc'],{json:{data:{ad_group_id:'123',name:'x',profile_id:'t2_foo',post_id:'t3_x'}}});
// google ads
const g='1234567890', h='6441234567';
for (const q of [`SELECT campaign.id FROM campaign WHERE campaign.resource_name = 'customers/${g}/campaigns/${h}'`,`SELECT metrics.conversions FROM campaign WHERE segments.conversion_action = 'customers/${g}/conversionActions/${h}'`,`SELECT conversion_action.id FROM conversion_action WHERE conversion_action.id = ${h}`,`SELECT campaign.id FROM campaign WHERE campaign.id IN (${h}, 6441234568)`,`SELECT user_list.id FROM user_list WHERE user_list.id = ${h}`])
 show('google_ads','googleads',`POST customers/${g}/googleAds:search`,[g],{json:{query:q}});
for (const op of [{campaign:`customers/${g}/campaigns/${h}`},{biddingStrategy:`customers/${g}/biddingStrategies/${h}`},{conversionAction:`customers/${g}/conversionActions/${h}`},{sharedSet:`customers/${g}/sharedSets/${h}`},{assetSet:`customers/${g}/assetSets/${h}`},{userList:`customers/${g}/userLists/${h}`},{remarketingAction:`customers/${g}/remarketingActions/${h}`},{merchantId:h}])
 show('google_ads','googleads',`POST customers/${g}/campaigns:mutate`,[g],{json:{operations:[{create:op}]}});
show('google_ads','googleads',`POST customers/${g}:uploadClickConversions`,[g],{json:{conversions:[{conversionAction:`customers/${g}/conversionActions/${h}`,gclid:'abc',conversionDateTime:'2026-01-01 12:00:00+00:00',conversionValue:12.5,currencyCode:'EUR',orderId:'1234567899'}],partialFailure:true}});
show('google_ads','googleads',`POST customers/${g}/conversionActions:mutate`,[g],{json:{operations:[{remove:`customers/${g}/conversionActions/${h}`}]}});
show('google_ads','googleads',`POST customers/${g}/campaigns:mutate`,[g],{json:{operations:[{remove:`customers/${g}/campaigns/${h}`}]}});
