import { exitCodeOf, exitCodes, linesOf } from './failure.ts';
import { clean } from './output/clean.ts';
import { run } from './program.ts';
import { type Io, styled } from './terminal/io.ts';

/** Runs a command line and writes its error to stderr. Resolves with the exit code. */
export async function execute(io: Io, words: readonly string[]): Promise<number> {
  const { stderr, signal } = io;
  try {
    return await run(io, words);
  } catch (error) {
    if (signal.aborted) {
      // The terminal may have echoed ^C. The prompt of the shell starts on a new line.
      if (stderr.isTTY) stderr.write('\n');
      return exitCodes.interrupted;
    }
    for (const [index, line] of linesOf(error).entries())
      stderr.write(`${index === 0 ? `${styled(io, stderr, 'red', 'error:')} ` : ''}${clean(line)}\n`);
    return exitCodeOf(error);
  }
}
