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
    runtime.refuse();
    expect(await runtime.notReady()).toEqual({ runtime: 'draining' });
  });
});
