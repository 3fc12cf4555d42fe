import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import ConfigSequencer from './tests/cost/sequencer.ts';
import { platforms, project, reporters, servers } from './vitest.config.ts';

/** Each of its tests goes on where the one before it ended. */
const embedded = 'tests/processes/embedded.test.ts';

/** The other files with tests that `make test` leaves out. */
const tagged = globSync('{clients,libs,services,deploy,tests}/**/*.test.ts', {
  exclude: ['**/{node_modules,dist}/**', 'tests/checks/**', embedded],
}).filter((file) => readFileSync(file, 'utf8').includes("tags: 'soak'"));

/** `make soak`: what takes minutes, and the tests of the tools that it uses. */
export default defineConfig({
  test: {
    // One more than a small machine has cores, because half of the time goes into waiting: for drains, time limits and servers that start. Each
    // worker starts whole platforms, which answer 503 or 504 if they get too little CPU time.
    maxWorkers: 3,
    reporters,
    // The longest files come first.
    sequence: { sequencer: ConfigSequencer },
    projects: [
      // Takes minutes, and waits for most of them.
      project('export', ['tests/soak/large-export/**/*.test.ts'], {
        globalSetup: [servers],
        testTimeout: 600_000,
      }),
      // The demo; every place where a secret could be read; a backup that is restored.
      project('soak', ['tests/soak/{demo,restore,secrets}/**/*.test.ts'], {
        globalSetup: [servers],
        testTimeout: 600_000,
      }),
      // The whole platform while services and servers are stopped, killed and restored; each file starts its own servers.
      project('faults', ['tests/soak/faults/**/*.test.ts']),
      // The whole reference page, connect pages of every provider, attacks, and what each role reads on every page of the console, in a browser.
      project('pages', ['tests/{portal,story}/**/*.long.test.ts'], platforms),
      // More requests made from the OpenAPI document than in `make test`.
      project('fuzz', ['tests/fuzz/fuzz.test.ts'], { ...platforms, env: { FUZZ_RUNS: '60' } }),
      // The commands of `make start`.
      project('embedded', [embedded], { globalSetup: [servers] }),
      // Drains, silence, time limits of servers, examples in other languages.
      project('time', tagged, { globalSetup: [servers], setupFiles: ['tests/soak/tagged-only.ts'] }),
      // Three brokers of which one is killed. The others notice it by time limits of their own, so they need the machine for themselves.
      project('brokers', ['tests/soak/brokers/**/*.test.ts'], {
        testTimeout: 1_800_000,
        hookTimeout: 600_000,
        sequence: { groupOrder: 1 },
      }),
      // `make chaos` until each process had its turn, on its own servers. It runs last: it needs the machine for itself.
      project('chaos', ['tests/soak/chaos/**/*.test.ts'], { sequence: { groupOrder: 2 } }),
    ],
  },
});
