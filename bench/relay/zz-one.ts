import { providers } from '@patchbay/integration/providers';
import { casesOf } from './bodies.ts';
const [,, p, b, n='6'] = process.argv;
for (const x of providers) if (x.provider===p) for (const f of casesOf(x)) if (f.body.name===b) { for(let i=0;i<+n;i++){const c=process.cpuUsage(); f.run(); const d=process.cpuUsage(c); console.log(((d.user+d.system)/1000).toFixed(1));} process.exit()}
