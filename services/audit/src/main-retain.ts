import { runRetain } from './commands/retain.ts';

await runRetain(process.argv.slice(2));
