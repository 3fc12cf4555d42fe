import { exitCodeOf, exitCodes, linesOf } from './failure.ts';
import { clean } from './output/clean.ts';
import { run } from './program.ts';
import { type Io, styled } from './terminal/io.ts';

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
const io: Io = { stdin, stdout, stderr, env, signal: interruption.signal };

try {
  process.exitCode = await run(io, process.argv.slice(2));
} catch (error) {
  if (interruption.signal.aborted) {
    // The terminal may have shown the keys, and the prompt of the shell begins a line.
    if (stderr.isTTY) stderr.write('\n');
    process.exitCode = exitCodes.interrupted;
    // Whoever started the process sees which signal has ended it.
    if (endedBy !== 'SIGINT') process.kill(process.pid, endedBy);
  } else {
    for (const [index, line] of linesOf(error).entries())
      stderr.write(`${index === 0 ? `${styled(io, stderr, 'red', 'error:')} ` : ''}${clean(line)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}
