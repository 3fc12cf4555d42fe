import { providers } from '@patchbay/integration/providers';
import { casesOf } from './bodies.ts';

const [provider, name] = process.argv.slice(2);
const { use } = providers.find((p) => p.provider === provider)!;
const ms = (work: () => void) => {
  const b = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(b);
  return (user + system) / 1000;
};
let run: (() => void) | undefined;
for (const c of casesOf({ use }))
  if (c.body.name === name) {
    run = c.run;
    run();
    break;
  }
globalThis.gc?.();
console.log(Array.from({ length: 12 }, () => ms(run!).toFixed(0)).join(' '));
