import { defineConfig } from 'vitest/config';
import { project, stacks } from './vitest.config.ts';

/** `make soak`: what takes minutes, and the tests of the tools that it uses. */
export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      // The demo; every place where a secret could be read; three brokers of which some are killed; a backup that is restored.
      project('soak', ['tests/soak/{demo,secrets,brokers,restore}/**/*.test.ts'], {
        ...stacks,
        testTimeout: 600_000,
      }),
      // The whole platform while services and servers are stopped, killed and restored; each file starts its own servers.
      project('faults', ['tests/soak/faults/**/*.test.ts']),
      // A minute of `make chaos` on its own servers. It runs last: it needs the machine for itself.
      project('chaos', ['tests/soak/chaos/**/*.test.ts'], { sequence: { groupOrder: 1 } }),
    ],
  },
});
