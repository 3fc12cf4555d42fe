import type { Component } from '@patchbay/runtime/component';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { createWorker, type WorkerOptions } from './worker.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const noDeadline = new AbortController().signal;
const workerOf = (options: Partial<WorkerOptions>) =>
  createWorker({ name: 'test', pollMs: 3_600_000, round: async () => false, logger, ...options });

/** A round that runs until it is released, and ignores its signal. */
function heldRound() {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const round = async (): Promise<boolean> => {
    begun.resolve();
    await release.promise;
    return false;
  };
  return { round, begun: begun.promise, release: () => release.resolve() };
}

describe('a worker', () => {
  it('a worker starts its waker before its work and stops it last', async () => {
    const steps: string[] = [];
    const component = (name: string): Component => ({
      name,
      start: async () => void steps.push(`start ${name}`),
      stop: async () => void steps.push(`stop ${name}`),
    });
    const worker = workerOf({ wokenBy: () => component('listener'), runBy: () => component('leadership') });
    await worker.start();
    await worker.stop();
    expect(steps).toEqual(['start listener', 'start leadership', 'stop leadership', 'stop listener']);
  });

  it('a worker is woken by its waker', async () => {
    let wake = (): void => {};
    let rounds = 0;
    const second = Promise.withResolvers<void>();
    const worker = workerOf({
      async round() {
        rounds += 1;
        if (rounds === 2) second.resolve();
        return false;
      },
      wokenBy: (ring) => {
        wake = ring;
        return { name: 'bell' };
      },
    });
    await worker.start();
    wake();
    await second.promise;
    await worker.stop();
    expect(rounds).toBe(2);
  });

  it('a worker reports why its rounds fail, until one succeeds or it stops', async () => {
    let failure: Error | undefined = new Error('no answer');
    const clock = createManualClock();
    const worker = workerOf({
      clock,
      pollMs: 1_000,
      backoff: { min: 1_000, max: 1_000 },
      async round() {
        if (failure !== undefined) throw failure;
        return false;
      },
    });
    const told = async (trouble: string | undefined): Promise<void> => {
      await clock.advance(1_000);
      expect(worker.trouble?.()).toBe(trouble);
    };
    await worker.start();
    await told('no answer');
    failure = undefined;
    await told(undefined);
    failure = new Error('refused');
    await told('refused');
    await worker.stop();
    expect(worker.trouble?.()).toBeUndefined();
  });

  it('draining waits for the running round', async () => {
    const { round, begun, release } = heldRound();
    const worker = workerOf({ round });
    await worker.start();
    await begun;
    const drained = worker.drain(noDeadline).then(() => 'drained');
    expect(await Promise.race([drained, new Promise((resolve) => setImmediate(resolve, 'busy'))])).toBe(
      'busy',
    );
    release();
    expect(await drained).toBe('drained');
    await worker.stop();
  });

  it('draining ends at the deadline', async () => {
    const { round, begun, release } = heldRound();
    const worker = workerOf({ round });
    await worker.start();
    await begun;
    await expect(worker.drain(AbortSignal.abort())).resolves.toBeUndefined();
    release();
    await worker.stop();
  });
});
