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
  for (let i = 0; i < 8; i++) {
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
// 1 shape: zeros in short texts
const [p, api, line, g] = ['google_dv360','displayvideo','POST advertisers/1111111/lineItems','1111111'] as const;
run('base letters in objects', p, api, line, [g], { text: list(() => `{"foo":"${'a'.repeat(62)}"}`, 45000) });
run('zeros in objects', p, api, line, [g], { text: list(() => `{"foo":"${'0'.repeat(62)}"}`, 45000) });
run('nines in objects', p, api, line, [g], { text: list(() => `{"foo":"${'9'.repeat(62)}"}`, 45000) });
run('base letters in lists', p, api, line, [g], { text: list(() => `"${'a'.repeat(62)}"`, 90000) });
run('zeros in lists', p, api, line, [g], { text: list(() => `"${'0'.repeat(62)}"`, 90000) });
run('base letters labels', p, api, line, [g], { text: list((i) => `{"name":"${'a'.repeat(64)}"}`, 45000) });
run('dots labels', p, api, line, [g], { text: list((i) => `{"name":"${'.'.repeat(64)}"}`, 45000) });
run('4 labels', p, api, line, [g], { text: list((i) => `{"name":"${'a.'.repeat(31)}","type":"${'a.'.repeat(31)}","key":"${'a.'.repeat(31)}","kind":"${'a.'.repeat(31)}"}`, 45000) });
run('compared', p, api, line, [g], { text: rep('id=((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1111111 ', 9990*66, '["', '"]') });
run('dotted compared', p, api, line, [g], { text: rep('a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.id=1111111 ', 9990*66, '["', '"]') });
