import { providers } from '@patchbay/integration/providers';
import { casesOf } from './bodies.ts';

const only = process.argv[2]?.split(',');
const name = process.argv[3];
const ms = (work: () => void) => {
  const b = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(b);
  return (user + system) / 1000;
};
for (const { provider, use } of providers) {
  if (only && only[0] !== 'all' && !only.includes(provider)) continue;
  const rows: [number, string][] = [];
  for (const c of casesOf({ use })) {
    if (name && !c.body.name.includes(name)) continue;
    c.run();
    const all = Array.from({ length: name ? 15 : 3 }, () => ms(c.run)).toSorted((a, b) => a - b);
    rows.push([all[Math.floor(all.length / 2)]!, `${c.api.name} ${c.path} ${c.body.name}`]);
  }
  rows.sort((a, b) => b[0] - a[0]);
  console.log(provider);
  for (const [m, n] of rows.slice(0, 14)) console.log('  ', m.toFixed(1), n);
}
