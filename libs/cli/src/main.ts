import { systemClock } from '@patchbay/runtime/clock';
import { execute } from './execute.ts';
import { exitCodes } from './failure.ts';

const interruption = new AbortController();
let endedBy: NodeJS.Signals = 'SIGINT';
// Also those that end a process at once otherwise, and would leave a terminal without a cursor, or a part of a file.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => {
    endedBy = name;
    interruption.abort();
  });
// A reader that closes the pipe, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
// Where nobody reads them any more, there is nothing to tell.
process.stderr.on('error', () => undefined);

const { stdin, stdout, stderr, env } = process;
const { signal } = interruption;
const interrupt = (): void => interruption.abort();
process.exitCode = await execute(
  { stdin, stdout, stderr, env, signal, interrupt, clock: systemClock },
  process.argv.slice(2),
);
// Whoever started the process sees which signal has ended it.
if (process.exitCode === exitCodes.interrupted && endedBy !== 'SIGINT') process.kill(process.pid, endedBy);
