import { describe, expect, it } from 'vitest';
import { outboxAgeIn } from './leftovers.ts';

const sample = (age: number): string => `patchbay_outbox_oldest_seconds{context="identity"} ${age}\n`;

describe('the metric of an outbox', () => {
  it('is its only sample', () => {
    expect(outboxAgeIn(`# TYPE patchbay_outbox_oldest gauge\n${sample(0)}`)).toBe(0);
    expect(outboxAgeIn(sample(2.5))).toBe(2.5);
  });

  it('is not known where it has no sample, or several', () => {
    expect(outboxAgeIn('')).toBeUndefined();
    expect(outboxAgeIn(sample(0) + sample(1))).toBeUndefined();
  });
});
