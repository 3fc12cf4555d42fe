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
  it('is JSON with service, level and time', () => {
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

  it('has the time of each line, to the millisecond', () => {
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
  ])('never shows a %s', (name) => {
    const { destination, read } = lines();
    const logger = createLogger({ service: 'gateway', destination });
    logger.info({ [name]: 'hunter2', kept: 1, request: { headers: [{ [name]: ['hunter2'] }] } });
    expect(JSON.stringify(read())).not.toContain('hunter2');
    expect(read()).toMatchObject([{ kept: 1, [name]: '[redacted]' }]);
  });

  it('never shows an API key, whatever its name, but its prefix and the keys of messages', () => {
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

  it('shows no bytes, and nothing that is nested too deep to be searched', () => {
    const { destination, read } = lines();
    const deep = { a: { b: { c: { d: { e: { secrets: 'hunter2' } } } } } };
    createLogger({ service: 'gateway', destination }).info({ value: Buffer.from('hunter2'), deep });
    expect(read()).toMatchObject([{ value: '[binary]', deep: { a: { b: { c: { d: '[nested]' } } } } }]);
  });

  it('is one line, whatever text it holds', () => {
    const written: string[] = [];
    const destination = { write: (line: string) => void written.push(line) };
    const forged = 'x\r\n{"level":"info","msg":"forged"}\u2028\u001b[2J';
    createLogger({ service: 'gateway', destination }).info({ forged }, forged);
    expect(written).toHaveLength(1);
    for (const character of ['\r', '\n', '\u001b']) expect(written[0]?.slice(0, -1)).not.toContain(character);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ forged, msg: forged });
  });

  it('has the fields that are known, whatever their type', () => {
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

  it('of a child has the bindings of both, and that of an error its message', () => {
    const { destination, read } = lines();
    const logger = createLogger({ service: 'gateway', destination });
    logger.child({ worker: 'sweep' }).warn({ err: new TypeError('no') }, 'failed');
    logger.error(new TypeError('no'));
    expect(read()).toMatchObject([
      { service: 'gateway', worker: 'sweep', err: { type: 'TypeError', message: 'no' }, msg: 'failed' },
      { level: 'error', err: { type: 'TypeError', message: 'no' }, msg: 'no' },
    ]);
  });

  it('has the trace and the span that are active, unless it names another trace', async () => {
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

  it('below the level is not written', () => {
    const { destination, read } = lines();
    createLogger({ service: 'gateway', level: 'error', destination }).info('quiet');
    expect(read()).toEqual([]);
  });
});
