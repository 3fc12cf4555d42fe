import { providers } from '@patchbay/integration/providers';
import { casesOf } from './bodies.ts';
const only = process.argv[2];
for (const { provider, use } of providers) { if (only && provider !== only) continue;
 const all: [number,string][] = [];
 for (const f of casesOf({ use })) { process.stderr.write(''); const t0=performance.now(); f.run(); if(performance.now()-t0>1500){console.log('SLOW',provider,f.body.name,performance.now()-t0)} let ms=Infinity; for(let i=0;i<2;i++){ const c=process.cpuUsage(); f.run(); const d=process.cpuUsage(c); ms=Math.min(ms,(d.user+d.system)/1000);} all.push([ms,`${f.api.name} ${f.path} ${f.body.name}`]); }
 all.sort((a,b)=>b[0]-a[0]); console.log(provider, all.length); for(const [m,n] of all.slice(0,8)) console.log('   ',m.toFixed(1),n.slice(0,100));
}
