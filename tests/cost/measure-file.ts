import { afterAll } from 'vitest';
import { cpuSeconds } from './cpu.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of a test file, with the processes that it started. */
    cpuSeconds?: number;
  }
}

/** Set-up file of every project: says what a test file costs. It comes first, so that its hook comes last. */
const before = cpuSeconds();
// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern of fixtures, and the hook uses none.
afterAll(({}, { file }) => {
  file.meta.cpuSeconds = cpuSeconds() - before;
});
