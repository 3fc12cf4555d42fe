import type { randomBytes } from 'node:crypto';
import { afterAll, expect, it, vi } from 'vitest';
import { newClusterId } from './kafka.ts';

// Other files of the worker have the module without what is replaced here.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

// The bytes of a cluster id that would begin with a dash: one of sixty-four does.
const dashes = 0xf8;
vi.mock(import('node:crypto'), async (original) => ({
  ...(await original()),
  randomBytes: ((size: number) => Buffer.alloc(size, dashes)) as typeof randomBytes,
}));

it('a cluster id does not begin with a dash, which the storage tool of Kafka could take for an option', () => {
  expect(newClusterId()).toBe('_Pj4-Pj4-Pj4-Pj4-Pj4-A');
});
