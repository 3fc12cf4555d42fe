import { expect, it } from 'vitest';
import { logEventsIn } from './logger-calls.ts';

it.each([
  ["logger.info('ready')", [{ level: 'info', message: 'ready', fields: [] }]],
  ["this.logger.warn({ err, a: 1 }, 'lost')", [{ level: 'warn', message: 'lost', fields: ['err', 'a'] }]],
  [
    "const base = { a, b }; logger.error({ ...base, ...(c && { d }), ...rest }, 'x')",
    [{ level: 'error', message: 'x', fields: ['a', 'b', 'd', '…'] }],
  ],
  [
    "logger[bad ? 'error' : 'warn']({ err }, good ? 'a' : 'b')",
    ['error', 'warn'].flatMap((level) => ['a', 'b'].map((message) => ({ level, message, fields: ['err'] }))),
  ],
  [
    "function line(of) { if (of) return { a }; return { b }; } logger.info(line(x), 'answered')",
    [{ level: 'info', message: 'answered', fields: ['a', 'b'] }],
  ],
  [
    "const warnOnce = (topic, text) => logger.warn({ topic }, text); warnOnce(t, 'one'); warnOnce(t, 'two')",
    ['one', 'two'].map((message) => ({ level: 'warn', message, fields: ['topic'] })),
  ],
  ["console.log('x'); lines.info('y')", []],
])('finds what is logged: %s', (source, events) => {
  expect(logEventsIn([source])).toEqual(events);
});

it.each([
  'logger.info(`${step} failed`)',
  "logger.warn({}, 'a' + b)",
  'const f = (text) => logger.info(text); f(x)',
])('refuses a message that is no constant: %s', (source) => {
  expect(() => logEventsIn([source])).toThrow('without a constant message');
});
