import { systemClock } from '@patchbay/runtime/clock';
import { exitCodes } from './failure.ts';
import { execute } from './program.ts';

const interruption = new AbortController();
let endedBy: NodeJS.Signals = 'SIGINT';
// All signals that would otherwise end the process at once, with a hidden cursor or a partial file.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => {
    endedBy = name;
    interruption.abort();
  });
// A reader may close the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
// Nobody reads stderr any more.
process.stderr.on('error', () => undefined);

const { stdin, stdout, stderr, env } = process;
const { signal } = interruption;
const interrupt = (): void => interruption.abort();
process.exitCode = await execute(
  { stdin, stdout, stderr, env, signal, interrupt, clock: systemClock },
  process.argv.slice(2),
);
// The parent process sees the signal.
if (process.exitCode === exitCodes.interrupted && endedBy !== 'SIGINT') process.kill(process.pid, endedBy);
