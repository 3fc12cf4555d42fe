import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import OrderOfFiles from './tests/order-of-files.ts';

// Resolves packages to their sources instead of dist/, so that tests need no build. Vite adds `import` or `require` itself,
// per import. Do not list `import` here: the workers' Node would get it too, which breaks packages with CommonJS and ESM
// entries.
const conditions = ['patchbay-source', 'node'];

// Workers and the processes that tests start keep compiled code there: else each start of a service compiles all of it again.
const env = { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compile', import.meta.url)) };

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // The environment in which Vitest loads global set-ups; it does not inherit the conditions above.
  environments: { __vitest__: { resolve: { conditions } } },
  test: { name, include, environment: 'node' as const, env, ...more },
});

const sources = '{libs,services,deploy}/**/src/**';
const chaos = 'tests/chaos/chaos.test.ts';
const fuzz = 'tests/fuzz/fuzz.test.ts';
const restore = 'tests/restore/restore.test.ts';
const ignored = ['**/node_modules/**', '**/dist/**'];

// Starts a real Postgres, Redis and Kafka once per run, if at least one of the run's projects lists it.
const globalSetup = ['libs/testing/src/global-setup.ts'];

/** That of the machine, for all tests. */
const hasOneKafka = process.env['KAFKA_BROKERS'] !== undefined;

const inCi = Boolean(process.env['CI']);

/**
 * Of projects with servers and processes, whose tests may also fail because a shared machine stalls: in CI a test that fails is
 * repeated once, and the run names those that passed then.
 */
const retry = inCi ? 1 : 0;

export default defineConfig({
  test: {
    // One more than the cores of a small machine: tests with servers and browsers wait a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: OrderOfFiles },
    reporters: inCi ? ['default', './tests/retried-tests.ts'] : ['default'],
    projects: [
      // Needs no Postgres, Redis or Kafka; may open HTTP servers on loopback.
      project(
        'unit',
        [
          `${sources}/*.test.ts`,
          'tests/{chaos,fuzz,metrics,restore,screenshots,secrets,traces}/**/*.test.ts',
        ],
        {
          exclude: [...ignored, '**/*.real.test.ts', chaos, fuzz, restore],
        },
      ),
      // Pages of docs/ that are generated from the code (snapshots), and the lint rules for imports between layers.
      project('docs', ['tests/{docs,checks,observability}/**/*.test.ts']),
      // The Helm charts: what they render, without a cluster. Helm is built once where it is not installed.
      project('charts', ['tests/charts/**/*.test.ts'], {
        globalSetup: ['tests/charts/find-helm.ts'],
        testTimeout: 30_000,
      }),
      // One package against real servers.
      project('real', [`${sources}/*.real.test.ts`], {
        exclude: ignored,
        globalSetup,
        retry,
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      // The whole platform through its HTTP API. All stacks use the same topics: two at once need two Kafkas.
      project('story', ['tests/story/**/*.test.ts'], {
        globalSetup: hasOneKafka ? globalSetup : [...globalSetup, 'tests/kafka-of-each-worker.ts'],
        fileParallelism: !hasOneKafka,
        retry,
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      // The whole platform while services and servers are stopped, killed and restored; each file starts its own servers.
      project('faults', ['tests/faults/**/*.test.ts', restore], {
        retry,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      // Requests made from the OpenAPI document against the embedded platform.
      project('fuzz', [fuzz], { testTimeout: 60_000, hookTimeout: 120_000 }),
      // The pages of the Portal in a real browser, against the embedded platform and simulated providers.
      project('portal', ['tests/portal/**/*.test.ts'], { retry, testTimeout: 60_000, hookTimeout: 120_000 }),
      // A minute of `make chaos` on its own servers. A group of its own: it needs the machine for itself.
      project('chaos', [chaos], { sequence: { groupOrder: 1 } }),
    ],
  },
});
