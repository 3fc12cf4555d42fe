import { runRetain } from './retention/run-retain.ts';

await runRetain(process.argv.slice(2));
