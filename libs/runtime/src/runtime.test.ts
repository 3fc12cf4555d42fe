import { once } from 'node:events';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import type { Component } from './component.ts';
import { createManualClock } from './manual-clock.ts';
import { createRuntime } from './runtime.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

const recorder = () => {
  const steps: string[] = [];
  const component = (name: string, more: Partial<Component> = {}): Component => ({
    name,
    start: async () => void steps.push(`start ${name}`),
    drain: async () => void steps.push(`drain ${name}`),
    stop: async () => void steps.push(`stop ${name}`),
    ...more,
  });
  return { steps, component };
};

describe('a runtime', () => {
  it('components start in order, and drain and stop in reverse order', async () => {
    const { steps, component } = recorder();
    const runtime = createRuntime([component('a'), component('b')], logger);
    await runtime.start();
    await Promise.all([runtime.stop(), runtime.stop()]);
    expect(steps).toEqual(['start a', 'start b', 'drain b', 'drain a', 'stop b', 'stop a']);
  });

  it('components that had started are stopped when a later one fails to start', async () => {
    const { steps, component } = recorder();
    const broken = component('b', { start: async () => Promise.reject(new Error('port taken')) });
    const runtime = createRuntime([component('a'), broken, component('c')], logger);
    await expect(runtime.start()).rejects.toThrow('b did not start: port taken');
    expect(steps).toContain('stop a');
    expect(steps).not.toContain('start c');
  });

  it('a stop during the start keeps further components from starting', async () => {
    const { steps, component } = recorder();
    const slow = Promise.withResolvers<void>();
    const runtime = createRuntime([component('a', { start: () => slow.promise }), component('b')], logger);
    const starting = runtime.start();
    const stopped = runtime.stop();
    slow.resolve();
    await Promise.all([starting, stopped]);
    expect(steps).toEqual(['drain a', 'stop a']);
    expect(await runtime.notReady()).toEqual({ runtime: 'stopped' });
  });

  it('a component that fails to stop does not keep the others from stopping', async () => {
    const { steps, component } = recorder();
    const stuck = component('b', { stop: async () => Promise.reject(new Error('stuck')) });
    const runtime = createRuntime([component('a'), stuck], logger);
    await runtime.start();
    await runtime.stop();
    expect(steps).toContain('stop a');
  });

  it('the runtime is ready only while it runs and every component is ready', async () => {
    let broken = true;
    const { component } = recorder();
    const runtime = createRuntime(
      [component('db', { ready: async () => (broken ? Promise.reject(new Error('refused')) : undefined) })],
      logger,
    );
    expect(await runtime.notReady()).toEqual({ runtime: 'starting' });
    await runtime.start();
    expect(await runtime.notReady()).toEqual({ db: 'refused' });
    broken = false;
    expect(await runtime.notReady()).toEqual({});
  });

  it('the runtime still works during the delay, is not ready, and drains after it', async () => {
    const { steps, component } = recorder();
    const clock = createManualClock();
    const runtime = createRuntime([component('a')], logger, { clock });
    await runtime.start();
    const stopped = runtime.stop(5_000);
    expect(await runtime.notReady()).toEqual({ runtime: 'draining' });
    expect(runtime.state).toBe('draining');
    await clock.advance(4_999);
    expect(steps).toEqual(['start a']);
    await clock.advance(1);
    await stopped;
    expect(steps).toEqual(['start a', 'drain a', 'stop a']);
  });

  it('components leave before the delay, while nothing is closed', async () => {
    const calls: string[] = [];
    const component = {
      name: 'server',
      leave: () => void calls.push('leave'),
      drain: async () => void calls.push('drain'),
    };
    const clock = createManualClock();
    const runtime = createRuntime([component], logger, { clock });
    await runtime.start();
    const stopped = runtime.stop(5_000);
    expect(calls).toEqual(['leave']);
    await clock.advance(5_000);
    await stopped;
    expect(calls).toEqual(['leave', 'drain']);
  });

  it('a stop during the start has no delay', async () => {
    const { steps, component } = recorder();
    const slow = Promise.withResolvers<void>();
    const runtime = createRuntime([component('a', { start: () => slow.promise })], logger);
    const starting = runtime.start();
    await runtime.stop(60_000);
    expect(steps).toEqual(['drain a', 'stop a']);
    slow.resolve();
    await starting;
  });
});

describe('the one deadline of a stop', () => {
  /** Drains until the deadline, and stores in `took` how many milliseconds that took. */
  const slow = (name: string, took: Map<string, number>, clock: Clock): Component => ({
    name,
    async drain(deadline) {
      const began = clock.uptime();
      if (!deadline.aborted) await once(deadline, 'abort');
      took.set(name, clock.uptime() - began);
    },
  });

  it('components share one deadline to drain: if the first uses it up, the others get an aborted signal', async () => {
    const took = new Map<string, number>();
    const lines: string[] = [];
    const clock = createManualClock();
    const runtime = createRuntime(
      ['a', 'b', 'c'].map((name) => slow(name, took, clock)),
      createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } }),
      { clock },
    );
    await runtime.start();
    const stopped = runtime.stop();
    await clock.advance(20_000);
    await stopped;
    expect([...took]).toEqual([
      ['c', 20_000],
      ['b', 0],
      ['a', 0],
    ]);
    expect(lines).toEqual([]);
    expect(runtime.unstopped).toEqual([]);
  });

  it('the deadline of a stop includes the delay', async () => {
    const took = new Map<string, number>();
    const clock = createManualClock();
    const runtime = createRuntime([slow('a', took, clock)], logger, { clock });
    await runtime.start();
    const stopped = runtime.stop(5_000);
    await clock.advance(20_000);
    await stopped;
    // 20 of 25 seconds are for the delay and for draining.
    expect(took.get('a')).toBe(15_000);
  });

  it('a component whose drain hangs is named and stopped next', async () => {
    const { steps, component } = recorder();
    const lines: string[] = [];
    const clock = createManualClock();
    const hanging = component('b', { drain: () => new Promise(() => {}) });
    const runtime = createRuntime(
      [component('a'), hanging, component('c')],
      createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } }),
      { clock },
    );
    await runtime.start();
    const stopped = runtime.stop();
    await clock.advance(25_000);
    await stopped;
    expect(steps.slice(3)).toEqual(['drain c', 'drain a', 'stop c', 'stop b', 'stop a']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'warn',
        component: 'b',
        msg: expect.stringContaining('did not drain in time'),
      }),
    ]);
    expect(runtime.unstopped).toEqual([]);
  });

  it('a component whose stop hangs is named, and the others stop', async () => {
    const { steps, component } = recorder();
    const hanging = component('b', { stop: () => new Promise(() => {}) });
    const clock = createManualClock();
    const runtime = createRuntime([component('a'), hanging], logger, { clock });
    await runtime.start();
    const stopped = runtime.stop();
    await clock.advance(25_000);
    await stopped;
    expect(steps).toContain('stop a');
    expect(runtime.unstopped).toEqual(['b']);
    expect(runtime.state).toBe('stopped');
  });
});
