import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import ConfigSequencer from './tests/cost/sequencer.ts';

// Resolves packages to their sources instead of dist/, so that tests need no build. Vite adds `import` or `require` itself,
// per import. Do not list `import` here: the workers' Node would get it too, which breaks packages with CommonJS and ESM
// entries.
const conditions = ['patchbay-source', 'node'];

// Workers and the processes that tests start keep compiled code there: else each start of a service compiles all of it again.
const env = { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compile', import.meta.url)) };

// Bounds, not expectations: no test may fail because the machine is slow.
const timeouts = { testTimeout: 300_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };

/** The end of a run tells CPU seconds by project and the dearest files. */
export const reporters = ['default', './tests/cost/reporter.ts'];
const measure = 'tests/cost/measure-file.ts';

/** `npm test` leaves these tests out, `make soak` runs them. */
const tags = [
  { name: 'soak', description: 'takes seconds of real time, processes, or packages of other languages' },
];

export const project = (
  name: string,
  include: string[],
  {
    setupFiles = [],
    env: ownEnv = {},
    ...more
  }: { setupFiles?: string[]; env?: Record<string, string> } & Record<string, unknown> = {},
) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // The environment in which Vitest loads global set-ups; it does not inherit the conditions above.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node' as const,
    env: { ...env, ...ownEnv },
    setupFiles: [measure, ...setupFiles],
    tags,
    ...timeouts,
    ...more,
  },
});

// Starts a real Postgres, Redis and Kafka once per run, if at least one of the run's projects lists it.
export const servers = 'libs/testing/src/global-setup.ts';

/** Platforms in the processes of the tests, on the servers of the run: modules, and the platform that files share, live as long as a worker. */
export const platforms = { globalSetup: [servers], isolate: false };

/** Files share a few worker processes and the modules in them: to load these for each file would take longer than its tests (`libs/telemetry/src/fresh-modules.ts`). */
const sharedWorkers = { isolate: false };

/**
 * Vitest runs the projects of one group order in the order of the list below, and begins the next group order when all of them have ended. First come the
 * images, the processes and the platforms, whose files take longest; then what needs no server, whose short files fill the workers until the last
 * long one ends. Tests of packages at real servers come after stacks of processes, which use the topics of the same Kafka and remove them at their end
 * (`tests/stack.ts`).
 */
const afterProcesses = { sequence: { groupOrder: 1 } };

const sources = '{clients,libs,services,deploy}/**/src/**';

export default defineConfig({
  test: {
    // Twice the cores of a small machine: tests with servers and browsers wait up to half of their time. All projects have the same number: Vitest
    // would run those of another number alone.
    maxWorkers: 4,
    reporters,
    sequence: { sequencer: ConfigSequencer },
    projects: [
      // The container images, built without Docker. A build takes minutes: it comes first.
      project('images', ['tests/images/**/*.test.ts']),
      // Eight processes make a platform; so does `make start`.
      project('processes', ['tests/processes/*.test.ts'], { globalSetup: [servers] }),
      // The whole platform through its HTTP API, the pages of the Portal in a real browser, requests made from the OpenAPI document, the command
      // line as people and scripts use it, and the examples of pages of documentation. A worker has one platform and one browser for all of
      // these. Tests of pages that take minutes, `x.long.test.ts`, are in `make soak`.
      project(
        'platform',
        [
          'tests/{story,matrix}/**/!(*.long).test.ts',
          'tests/portal/**/!(*.long).test.ts',
          'tests/fuzz/fuzz.test.ts',
          'tests/cli/**/*.test.ts',
          'tests/docs/{guides,using-a-connection}.test.ts',
        ],
        platforms,
      ),
      // Needs no Postgres, Redis or Kafka; may open HTTP servers on loopback.
      project(
        'unit',
        [`${sources}/*.test.ts`, 'tests/{cost,fuzz,processes,screenshots,stalls}/**/*.test.ts'],
        {
          exclude: [
            '**/{node_modules,dist}/**',
            '**/*.real.test.ts',
            'tests/fuzz/fuzz.test.ts',
            'tests/processes/*.test.ts',
          ],
          ...sharedWorkers,
        },
      ),
      // Links and names in docs/, and the rules for packages, imports and the Makefile.
      project('docs', ['tests/{docs,checks,observability}/**/!(guides|using-a-connection).test.ts'], {
        ...sharedWorkers,
      }),
      // Pages of the Portal and their parts, in jsdom. The API answers the examples of the OpenAPI document. A worker starts jsdom once.
      project('components', ['services/portal/web/src/**/*.test.tsx'], {
        environment: 'jsdom',
        environmentOptions: { jsdom: { url: 'https://app.patchbay.example/' } },
        isolate: false,
        setupFiles: ['services/portal/web/src/testing/setup.ts'],
      }),
      // The Helm charts: what they render, without a cluster. Helm is built once where it is not installed. Files share what is rendered.
      project('charts', ['tests/charts/**/*.test.ts'], {
        globalSetup: ['tests/charts/find-helm.ts'],
        isolate: false,
      }),
      // One package against real servers.
      project('real', [`${sources}/*.real.test.ts`], {
        globalSetup: [servers],
        ...sharedWorkers,
        ...afterProcesses,
      }),
    ],
  },
});
