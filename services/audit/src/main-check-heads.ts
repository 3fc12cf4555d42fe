import { runCheckHeads } from './heads/run-check.ts';

await runCheckHeads(process.argv.slice(2));
