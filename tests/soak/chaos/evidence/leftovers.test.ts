import { describe, expect, it } from 'vitest';
import { outboxAgeIn } from './leftovers.ts';

const sample = (age: number): string => `patchbay_outbox_oldest_seconds{context="identity"} ${age}\n`;
const leading = 'patchbay_relay_leading{context="identity"} 1\n';

describe('the metric of an outbox', () => {
  it('is its only sample', () => {
    expect(outboxAgeIn(`# TYPE patchbay_outbox_oldest gauge\n${sample(0)}${leading}`)).toBe(0);
    expect(outboxAgeIn(sample(2.5) + leading)).toBe(2.5);
  });

  it('is not known where it has no sample, or several, or no relay is active', () => {
    expect(outboxAgeIn(leading)).toBeUndefined();
    expect(outboxAgeIn(sample(0) + sample(1) + leading)).toBeUndefined();
    expect(outboxAgeIn(sample(0))).toBeUndefined();
    expect(outboxAgeIn(sample(0) + leading.replace('1', '0'))).toBeUndefined();
  });
});
