import { providers } from '../src/providers/index.ts';
import { createRules } from '../src/relay/rules.ts';
import { targetOf } from '../src/relay/target.ts';
const most = 4 * 1_048_576;
const run = (label: string, provider: string, apiName: string, line: string, granted: string[], { query = '', headers = {}, text = '', type = 'application/json' }: any) => {
  const { use } = providers.find((p) => p.provider === provider)!;
  const api = use.apis.find((a) => a.name === apiName)!;
  const rules = createRules(use, api, new Set(['authorization']));
  const [method = '', path = ''] = line.split(' ');
  const body = Buffer.from(text);
  const times: number[] = []; let out = '';
  for (let i = 0; i < 2; i++) {
    const b = process.cpuUsage();
    try { const j = rules({ method, target: targetOf('https://api.example/v1', path, query, api), headers: { 'content-type': type, ...headers }, body }); out = JSON.stringify(j.notGranted(granted) ?? 'none').slice(0,80); }
    catch (e: any) { out = `${e.code} ${JSON.stringify(e.problems ?? e.message)}`.slice(0, 110); }
    const { user, system } = process.cpuUsage(b);
    times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  console.log(times[0]!.toFixed(1).padStart(8), 'ms', (body.length / 1048576).toFixed(1), 'MiB', provider, label, '->', out);
};
const rep = (s: string, n = most, a = '', z = '') => a + s.repeat(Math.floor((n - a.length - z.length) / s.length)) + z;
const list = (el: (i: number) => string, n: number, a = '[', z = ']') => { const o: string[] = []; let bytes = 10; for (let i = 0; i < n; i++) { const e = el(i); bytes += Buffer.byteLength(e) + 1; if (bytes > most) break; o.push(e); } return a + o.join() + z; };
const gA = '1111111';
// 1 shape: zeros in short texts
for (const [p, api, line, g] of [['google_dv360','displayvideo','POST advertisers/1111111/lineItems',gA],['amazon_dsp','ads','POST dsp/v1/campaigns/list',gA],['tiktok_ads','business','POST ad/create',gA],['the_trade_desk','platform','POST campaign',gA],['linkedin_ads','rest','POST adAccounts/1111111/x',gA],['reddit_ads','ads','POST ad_accounts/1111111/x',gA],['google_ads','googleads','POST customers/1111111/x:mutate',gA],['meta_ads','graph','POST act_1111111/x',gA]] as const) {
  run('zeros in objects', p, api, line, [g], { text: list(() => `{"foo":"${'0'.repeat(62)}"}`, 45000) });
  run('zeros in lists', p, api, line, [g], { text: list(() => `"${'0'.repeat(62)}"`, 90000) });
  run('words text', p, api, line, [g], { text: rep('aaaaaa ', most, '["', '"]') });
  run('digits words', p, api, line, [g], { text: rep('1.11111 ', most, '["', '"]') });
  run('dots labels', p, api, line, [g], { text: list((i) => `{"name":"${'.'.repeat(64)}"}`, 45000) });
  run('a.dots labels in filters', p, api, line, [g], { text: list((i) => `{"name":"${'a.'.repeat(31)}","type":"${'a.'.repeat(31)}","key":"${'a.'.repeat(31)}","kind":"${'a.'.repeat(31)}"}`, 45000) });
  run('one long zeros', p, api, line, [g], { text: rep('0', most, '["', '"]') });
  run('zeros. ', p, api, line, [g], { text: rep('0.', most, '["', '"]') });
  run('zeros words', p, api, line, [g], { text: rep('0000000 ', most, '["', '"]') });
  if(p!=="reddit_ads") run("compared", p, api, line, [g], { text: rep('id=((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1111111 ', 9990*70, '["', '"]') });
  run('dotted compared', p, api, line, [g], { text: rep('a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.id=1111111 ', 9990*68, '["', '"]') });
}
run('commas', 'criteo','marketing','POST statistics/report',[gA],{ text: rep(',', most, '{"advertiserIds":"', '"}') });
run('1,', 'criteo','marketing','POST statistics/report',[gA],{ text: rep('1,', most, '{"advertiserIds":"', '"}') });
run('every', 'criteo','marketing','POST transactions/report',[gA],{ text: list(() => `{"attributes":{"advertiserIds":"1111111"}}`, 33000, '{"data":[', ']}') });
run('tiktok ids', 'tiktok_ads','business','POST ad/create',[gA],{ text: rep('1,', most, '{"advertiser_ids":"', '"}') });
run('tiktok shared', 'tiktok_ads','business','POST ad/create',[gA],{ text: rep('1,', most, '{"x":{"shared_advertiser_ids":"', '"}}') });
run('ms scope', 'microsoft_ads','reporting','POST GenerateReport/Submit',[gA],{ text: list(() => `{"AccountId":"1111111"}`, 45000, '{"ReportRequest":{"Scope":{"Campaigns":[', ']}}}') });
