import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import type { Component } from './component.ts';
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
  it('starts in order, drains and stops in reverse order', async () => {
    const { steps, component } = recorder();
    const runtime = createRuntime([component('a'), component('b')], logger);
    await runtime.start();
    await Promise.all([runtime.stop(), runtime.stop()]);
    expect(steps).toEqual(['start a', 'start b', 'drain b', 'drain a', 'stop b', 'stop a']);
  });

  it('stops what it had started when a later component fails', async () => {
    const { steps, component } = recorder();
    const broken = component('b', { start: async () => Promise.reject(new Error('port taken')) });
    const runtime = createRuntime([component('a'), broken, component('c')], logger);
    await expect(runtime.start()).rejects.toThrow('b did not start: port taken');
    expect(steps).toContain('stop a');
    expect(steps).not.toContain('start c');
  });

  it('starts nothing more once it is told to stop', async () => {
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

  it('stops the rest when one component cannot stop', async () => {
    const { steps, component } = recorder();
    const stuck = component('b', { stop: async () => Promise.reject(new Error('stuck')) });
    const runtime = createRuntime([component('a'), stuck], logger);
    await runtime.start();
    await runtime.stop();
    expect(steps).toContain('stop a');
  });

  it('is ready only while it runs and every component is', async () => {
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

  it('works on during the delay, though it is not ready, and only then drains', async () => {
    const { steps, component } = recorder();
    const runtime = createRuntime([component('a')], logger);
    await runtime.start();
    const before = performance.now();
    const stopped = runtime.stop(60);
    expect(await runtime.notReady()).toEqual({ runtime: 'draining' });
    expect(runtime.state).toBe('draining');
    await sleep(20);
    expect(steps).toEqual(['start a']);
    await stopped;
    // Timers of Node may fire a millisecond early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(59);
    expect(steps).toEqual(['start a', 'drain a', 'stop a']);
  });

  it('lets components leave before the delay, when nothing is closed yet', async () => {
    const calls: string[] = [];
    const component = {
      name: 'server',
      leave: () => void calls.push('leave'),
      drain: async () => void calls.push('drain'),
    };
    const runtime = createRuntime([component], logger);
    await runtime.start();
    const stopped = runtime.stop(50);
    expect(calls).toEqual(['leave']);
    await stopped;
    expect(calls).toEqual(['leave', 'drain']);
  });

  it('has no delay while it starts: nobody was sent here yet', async () => {
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
  const slow = (name: string, took: Map<string, number>): Component => ({
    name,
    async drain(deadline) {
      const began = performance.now();
      if (!deadline.aborted) await once(deadline, 'abort');
      took.set(name, performance.now() - began);
    },
  });

  it('is shared by components that drain slowly: the first takes what there is, the others return at once', async () => {
    const took = new Map<string, number>();
    const lines: string[] = [];
    const runtime = createRuntime(
      ['a', 'b', 'c'].map((name) => slow(name, took)),
      createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } }),
      { stopTimeoutMs: 1_500 },
    );
    await runtime.start();
    const began = performance.now();
    await runtime.stop();
    expect(performance.now() - began).toBeLessThan(1_500);
    expect([...took.keys()]).toEqual(['c', 'b', 'a']);
    expect(took.get('c')).toBeGreaterThanOrEqual(1_000);
    for (const name of ['a', 'b']) expect(took.get(name)).toBeLessThan(100);
    expect(lines).toEqual([]);
    expect(runtime.unstopped).toEqual([]);
  });

  it('includes the delay', async () => {
    const took = new Map<string, number>();
    const runtime = createRuntime([slow('a', took)], logger, { stopTimeoutMs: 1_000 });
    await runtime.start();
    await runtime.stop(400);
    // 800 ms are for the delay and for draining.
    expect(took.get('a')).toBeGreaterThan(0);
    expect(took.get('a')).toBeLessThan(600);
  });

  it('leaves a component behind that does not return from its drain, names it, and stops it next', async () => {
    const { steps, component } = recorder();
    const lines: string[] = [];
    const hanging = component('b', { drain: () => new Promise(() => {}) });
    const runtime = createRuntime(
      [component('a'), hanging, component('c')],
      createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } }),
      { stopTimeoutMs: 200 },
    );
    await runtime.start();
    await runtime.stop();
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

  it('holds for stops as well: the others stop, and the one that did not is named', async () => {
    const { steps, component } = recorder();
    const hanging = component('b', { stop: () => new Promise(() => {}) });
    const runtime = createRuntime([component('a'), hanging], logger, { stopTimeoutMs: 200 });
    await runtime.start();
    await runtime.stop();
    expect(steps).toContain('stop a');
    expect(runtime.unstopped).toEqual(['b']);
    expect(runtime.state).toBe('stopped');
  });
});
