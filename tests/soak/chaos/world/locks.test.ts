import { describe, expect, it } from 'vitest';
import { executionMs } from '../ledger/execution.ts';
import { createLocks } from './locks.ts';

describe('the things that clients change one after the other', () => {
  it('are taken all or none', () => {
    const locks = createLocks(() => 1_000);
    expect(locks.take(['name', 'link'])).toBe(true);
    expect(locks.take(['link', 'key'])).toBe(false);
    expect(locks.take(['key'])).toBe(true);
    locks.release(['name', 'link'], false);
    expect(locks.take(['link'])).toBe(true);
  });

  it('are left alone after an attempt without an answer, until it cannot be executed any more', () => {
    let now = 1_000;
    const locks = createLocks(() => now);
    locks.take(['name']);
    locks.release(['name'], true);
    expect(locks.freeFrom()).toBe(1_000 + executionMs);
    now += executionMs - 1;
    expect(locks.take(['name'])).toBe(false);
    now += 1;
    expect(locks.take(['name'])).toBe(true);
  });
});
