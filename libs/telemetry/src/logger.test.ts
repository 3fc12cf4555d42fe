import './fresh-modules.ts';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { contextFromTraceparent } from './trace-context.ts';

function lines(): { destination: { write(line: string): void }; read: () => Record<string, unknown>[] } {
  const written: string[] = [];
  return {
    destination: { write: (line) => void written.push(line) },
    read: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('a log line', () => {
  it('a log line is JSON with service, level and time', () => {
    const { destination, read } = lines();
    createLogger({ service: 'identity', destination }).warn({ sessions: 3 }, 'swept');
    expect(read()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        service: 'identity',
        sessions: 3,
        msg: 'swept',
      },
    ]);
  });

  it('a log line has its own time, to the millisecond', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { destination, read } = lines();
    const logger = createLogger({ service: 'identity', destination });
    const times = ['2027-01-31T12:00:00.007Z', '2027-01-31T12:00:00.999Z', '2027-01-31T12:00:01.000Z'];
    for (const time of times) {
      vi.setSystemTime(time);
      logger.info('now');
    }
    expect(read().map(({ time }) => time)).toEqual(times);
  });

  it.each([
    'token',
    'authorization',
    'Cookie',
    'set-cookie',
    'password',
    'apiKey',
    'x-api-key',
    'DATABASE_URL',
    'private_key',
    'email',
    'inviterEmail',
    'creator_email',
    'emails',
  ])('a log line never has the value of a field %s', (name) => {
    const { destination, read } = lines();
    const logger = createLogger({ service: 'gateway', destination });
    logger.info({ [name]: 'hunter2', kept: 1, request: { headers: [{ [name]: ['hunter2'] }] } });
    expect(JSON.stringify(read())).not.toContain('hunter2');
    expect(read()).toMatchObject([{ kept: 1, [name]: '[redacted]' }]);
  });

  it('a log line never has an API key, whatever its field is called, but may have its prefix', () => {
    const { destination, read } = lines();
    const key = `pby_${'7Qd2mXr9TfK'.repeat(4)}`;
    const prefix = key.slice(0, 15);
    createLogger({ service: 'gateway', destination }).info({ key, answers: [{ key }, key], prefix });
    createLogger({ service: 'gateway', destination }).info({ key: 'organization-1' });
    expect(read()).toMatchObject([
      { key: '[redacted]', answers: [{ key: '[redacted]' }, '[redacted]'], prefix },
      { key: 'organization-1' },
    ]);
  });

  it('a log line has no bytes, and no values that are nested too deep to be searched', () => {
    const { destination, read } = lines();
    const deep = { a: { b: { c: { d: { e: { secrets: 'hunter2' } } } } } };
    createLogger({ service: 'gateway', destination }).info({ value: Buffer.from('hunter2'), deep });
    expect(read()).toMatchObject([{ value: '[binary]', deep: { a: { b: { c: { d: '[nested]' } } } } }]);
  });

  it('line breaks in a text do not split a log line', () => {
    const written: string[] = [];
    const destination = { write: (line: string) => void written.push(line) };
    const forged = 'x\r\n{"level":"info","msg":"forged"}\u2028\u001b[2J';
    createLogger({ service: 'gateway', destination }).info({ forged }, forged);
    expect(written).toHaveLength(1);
    for (const character of ['\r', '\n', '\u001b']) expect(written[0]?.slice(0, -1)).not.toContain(character);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ forged, msg: forged });
  });

  it('a log line has fields of every type, and leaves out those that are undefined', () => {
    const { destination, read } = lines();
    const logger = createLogger({ service: 'gateway', destination });
    const at = new Date('2026-01-02T03:04:05.006Z');
    logger.info({
      unknown: undefined,
      none: null,
      big: 2n ** 64n,
      infinite: Number.POSITIVE_INFINITY,
      at,
      yes: true,
    });
    logger.info({ unknown: undefined }, 'nothing');
    logger.info('text alone');
    expect(read()).toMatchObject([
      { none: null, big: '18446744073709551616', infinite: null, at: at.toISOString(), yes: true },
      { msg: 'nothing' },
      { msg: 'text alone' },
    ]);
    for (const line of read()) expect(line).not.toHaveProperty('unknown');
  });

  it('a line of a child logger has the bindings of both loggers, and a line of an error its message', () => {
    const { destination, read } = lines();
    const logger = createLogger({ service: 'gateway', destination });
    logger.child({ worker: 'sweep' }).warn({ err: new TypeError('no') }, 'failed');
    logger.error(new TypeError('no'));
    expect(read()).toMatchObject([
      { service: 'gateway', worker: 'sweep', err: { type: 'TypeError', message: 'no' }, msg: 'failed' },
      { level: 'error', err: { type: 'TypeError', message: 'no' }, msg: 'no' },
    ]);
  });

  it('a log line has the ids of the active trace and span, unless it names another trace', async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const { destination, read } = lines();
    const logger = createLogger({ service: 'gateway', destination });
    const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
    logger.info('outside');
    context.with(contextFromTraceparent(`00-${traceId}-${spanId}-00`), () => {
      logger.info('within');
      logger.info({ trace_id: 'other' }, 'of another');
    });
    const written = read();
    expect(written).toMatchObject([{}, { trace_id: traceId, span_id: spanId }, { trace_id: 'other' }]);
    for (const index of [0, 2]) expect(written[index]).not.toHaveProperty('span_id');
    expect(written[0]).not.toHaveProperty('trace_id');
  });

  it('a line below the level is not written', () => {
    const { destination, read } = lines();
    createLogger({ service: 'gateway', level: 'error', destination }).info('quiet');
    expect(read()).toEqual([]);
  });
});

describe('a process with a buffered logger', () => {
  const logger = fileURLToPath(new URL('./logger.ts', import.meta.url));
  /**
   * The messages on standard output of a process that runs the code, whatever its exit code is. It is killed as soon as it has written
   * `killedAfter`.
   */
  const messagesOf = async (code: string, killedAfter?: string): Promise<string[]> => {
    const script = `import { createLogger } from ${JSON.stringify(logger)};
      const logger = createLogger({ service: 'test', buffered: true });
      const other = createLogger({ service: 'other', buffered: true });
      logger.info('first');
      other.info('second');
      ${code}`;
    const parameters = ['--conditions=patchbay-source', '--input-type=module', '--eval', script];
    const run = promisify(execFile)(process.execPath, parameters);
    let seen = '';
    run.child.stdout?.on('data', (text: string) => {
      seen += text;
      if (killedAfter !== undefined && seen.includes(killedAfter)) run.child.kill('SIGKILL');
    });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const written = stdout.split('\n').filter((line) => line !== '');
    return written.map((line) => (JSON.parse(line) as { msg: string }).msg);
  };

  it('a process goes on when nobody reads its lines any more', { tags: 'soak' }, async () => {
    const script = `import { createLogger } from ${JSON.stringify(logger)};
      const logger = createLogger({ service: 'test', buffered: true });
      logger.info('first');
      process.stdin.once('data', () => {
        logger.info('second');
        setTimeout(() => {
          logger.info('third');
          setTimeout(() => process.exit(3), 300);
        }, 300);
      });`;
    const child = spawn(process.execPath, [
      '--conditions=patchbay-source',
      '--input-type=module',
      '--eval',
      script,
    ]);
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.write('go on');
    expect((await ended)[0]).toBe(3);
  });

  it.each([
    ['ends by itself', ''],
    ['calls process.exit', 'process.exit(3);'],
    ['ends by an uncaught exception', 'setImmediate(() => { throw new Error("x"); });'],
    [
      'ends by a signal that it handles',
      'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1e6); process.kill(process.pid, "SIGTERM");',
    ],
  ])('a process that %s has written every line, in order', async (_, code) => {
    expect(await messagesOf(code)).toEqual(['first', 'second']);
  });

  it('a fatal line is written at once, with all lines before it', async () => {
    const killed = 'other.fatal("third"); logger.info("lost"); process.kill(process.pid, "SIGKILL");';
    expect(await messagesOf(killed)).toEqual(['first', 'second', 'third']);
  });

  it('lines are written about 100 ms later while the process runs', async () => {
    expect(await messagesOf('setInterval(() => {}, 1e6);', 'second')).toEqual(['first', 'second']);
  });
});
