import { describe, expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

describe('a serial queue', () => {
  it('runs one task at a time, in order, also after a failed one', async () => {
    const enqueue = createSerialQueue();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      if (name === 'b') throw new Error('broken');
      return name;
    };
    const outcomes = await Promise.allSettled([enqueue(work('a')), enqueue(work('b')), enqueue(work('c'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});
