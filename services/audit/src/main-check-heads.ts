import { runCheckHeads } from './commands/check-heads.ts';

await runCheckHeads(process.argv.slice(2));
