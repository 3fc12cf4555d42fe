import { type DestinationStream, pino } from 'pino';

/** Milliseconds that a line waits at most for others to be written with. */
const maxDelayMs = 100;
/** Characters at which the buffer is written at once. */
const maxLength = 32_768;
/** Lines of this level and above are written at once, with all lines before them. */
const urgentLevel = pino.levels.values['error'] ?? 0;

/** What pino tells a destination that asks for it before each line. */
interface LevelledDestination extends DestinationStream {
  readonly [pino.symbols.needsMetadataGsym]: true;
  lastLevel: number;
}

/**
 * Collects the lines of up to `maxDelayMs` and writes them in one system call to standard output, synchronously: nothing is lost when
 * the process exits, by `process.exit` or by an uncaught exception. Only a signal that the process does not handle loses them, as
 * SIGKILL does: for processes that handle SIGTERM and SIGINT.
 */
export function createBufferedOutput(
  output: DestinationStream = pino.destination({ sync: true }),
): DestinationStream {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === '') return;
    const text = lines;
    lines = '';
    output.write(text);
  };
  process.on('exit', flush);
  const destination: LevelledDestination = {
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line) {
      lines += line;
      if (destination.lastLevel >= urgentLevel || lines.length >= maxLength) flush();
      else timer ??= setTimeout(flush, maxDelayMs).unref();
    },
  };
  return destination;
}
