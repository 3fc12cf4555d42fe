import '@patchbay/telemetry/fresh-modules';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it, vi } from 'vitest';
import { createConsumerState } from './consumer-state.ts';

const recorded = vi.hoisted((): [number, unknown][] => []);
const oldest = vi.hoisted((): { read?: () => number | undefined } => ({}));
vi.mock('@patchbay/telemetry/metrics', () => ({
  watch: (_metric: string, _attributes: unknown, read: () => number | undefined) => void (oldest.read = read),
  set: (_metric: string, value: number, attributes: unknown) => void recorded.push([value, attributes]),
}));

function createState(clock = createManualClock()) {
  const { logger, lines } = createLog();
  const logged = () => lines.map(({ level, msg }) => [level, msg]);
  return { state: createConsumerState({ group: 'audit', logger, clock }), logged };
}

const gauge = () => recorded.at(-1);

describe('the state of a consumer', () => {
  it('the consumer state logs the beginning and the end of a failure, not each attempt', () => {
    const { state, logged } = createState();
    state.running();
    for (const attempt of ['1', '2', '3']) state.failed('handler', new Error(attempt), 'a handler failed');
    expect(state.trouble()).toBe('handler: 3');
    expect(gauge()).toEqual([0, { consumer: 'audit' }]);
    state.succeeded('handler');
    state.succeeded('handler');
    expect(state.trouble()).toBeUndefined();
    expect(gauge()).toEqual([1, { consumer: 'audit' }]);
    expect(logged()).toEqual([
      ['warn', 'a handler failed'],
      ['info', 'consumer recovered'],
    ]);
  });

  it('the gauge of the oldest message grows until the message is handled, and is 0 without one', async () => {
    const clock = createManualClock(new Date(1_000_000));
    const { state } = createState(clock);
    expect(oldest.read?.()).toBe(0);
    const [first, second] = [state.received(998_000), state.received(995_000)];
    expect(oldest.read?.()).toBe(5);
    await clock.advance(60_000);
    expect(oldest.read?.()).toBe(65);
    second();
    expect(oldest.read?.()).toBe(62);
    first();
    expect(oldest.read?.()).toBe(0);
    state.received(2_000_000);
    expect(oldest.read?.(), 'a clock that is ahead').toBe(0);
  });

  it('a connecting consumer is not running and logs no warning', () => {
    const { state, logged } = createState();
    expect(state.trouble()).toBe('not started');
    state.idle('connecting');
    expect([state.trouble(), gauge()]).toEqual(['connecting', [0, { consumer: 'audit' }]]);
    state.running();
    expect([state.trouble(), gauge()]).toEqual([undefined, [1, { consumer: 'audit' }]]);
    expect(logged()).toEqual([]);
  });

  it('a consumer runs again when its last failure has ended, and logs no recovery for abandoned work', () => {
    const { state, logged } = createState();
    state.running();
    state.failed('handler', new Error('no'), 'a handler failed');
    state.failed('connection', new Error('refused'), 'a connection failed');
    state.abandoned('handler');
    expect(state.trouble()).toBe('connection: refused');
    state.succeeded('connection');
    expect(state.trouble()).toBeUndefined();
    expect(logged()).toEqual([
      ['warn', 'a handler failed'],
      ['warn', 'a connection failed'],
      ['info', 'consumer recovered'],
    ]);
  });
});
