import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBufferedOutput } from './buffered-output.ts';
import { createLogger } from './logger.ts';

function startLogging() {
  const writes: string[][] = [];
  const messagesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
  const destination = createBufferedOutput({ write: (text) => void writes.push(messagesOf(text)) });
  return { writes, logger: createLogger({ service: 'test', level: 'debug', destination }) };
}

describe('buffered lines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are written together, at most 100 ms after the first of them', () => {
    const { writes, logger } = startLogging();
    logger.info('a');
    vi.advanceTimersByTime(60);
    logger.warn('b');
    vi.advanceTimersByTime(39);
    expect(writes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(writes).toEqual([['a', 'b']]);
    logger.debug('c');
    vi.advanceTimersByTime(100);
    expect(writes).toEqual([['a', 'b'], ['c']]);
    vi.advanceTimersByTime(1_000);
    expect(writes).toHaveLength(2);
  });

  it.each(['error', 'fatal'] as const)('are written at once, and in order, with one of level %s', (level) => {
    const { writes, logger } = startLogging();
    logger.info('a');
    logger[level]('b');
    expect(writes).toEqual([['a', 'b']]);
    logger.info('c');
    expect(writes).toHaveLength(1);
    vi.advanceTimersByTime(100);
    expect(writes).toEqual([['a', 'b'], ['c']]);
  });

  it('are written at once when they have 32 KiB', () => {
    const { writes, logger } = startLogging();
    logger.info({ text: 'x'.repeat(20_000) }, 'a');
    expect(writes).toEqual([]);
    logger.info({ text: 'x'.repeat(20_000) }, 'b');
    expect(writes).toEqual([['a', 'b']]);
  });
});

describe('a process that ends', () => {
  const logger = fileURLToPath(new URL('./logger.ts', import.meta.url));
  /** Standard output of a process that runs the code; whatever its exit code is. */
  const outputOf = async (code: string): Promise<string> => {
    const script = `import { createLogger } from ${JSON.stringify(logger)};
      const logger = createLogger({ service: 'test', buffered: true });
      const other = createLogger({ service: 'other', buffered: true });
      logger.info('first');
      other.info('second');
      ${code}`;
    const parameters = ['--conditions=patchbay-source', '--input-type=module', '--eval', script];
    const run = promisify(execFile)(process.execPath, parameters);
    return (await run.catch((error: { stdout: string }) => error)).stdout;
  };

  it.each([
    ['by itself', ''],
    ['by process.exit', 'process.exit(3);'],
    ['by an uncaught exception', 'setImmediate(() => { throw new Error("x"); });'],
    [
      'by a signal that it handles',
      'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1e6); process.kill(process.pid, "SIGTERM");',
    ],
  ])('%s has written every line, in order', async (_, code) => {
    const lines = (await outputOf(code)).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['first', 'second']);
  });
});
