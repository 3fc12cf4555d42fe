import { defineConfig } from 'vitest/config';

// The packages' sources, not what `tsc -b` built: a test must see the change that was just made. Vite adds `import` or
// `require` as each import needs; naming `import` here would hand it to the workers' Node too, and break packages of both kinds.
const conditions = ['patchbay-source', 'node'];

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Where Vitest loads global set-ups: it takes nothing over from the two above.
  environments: { __vitest__: { resolve: { conditions } } },
  test: { name, include, environment: 'node' as const, ...more },
});

const sources = '{libs,services,deploy}/**/src/**';
const ignored = ['**/node_modules/**', '**/dist/**'];

// Starts a real Postgres, Redis and Kafka, once for all projects of a run that name it and not at all for the others.
const globalSetup = ['libs/testing/src/global-setup.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Pure code, or servers of our own on loopback.
      project('unit', [`${sources}/*.test.ts`], { exclude: [...ignored, '**/*.real.test.ts'] }),
      // Pages of docs/ that are made from the code, and what the checks refuse.
      project('docs', ['tests/{docs,checks}/**/*.test.ts']),
      // One package against real servers.
      project('real', [`${sources}/*.real.test.ts`], {
        exclude: ignored,
        globalSetup,
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      // The whole platform, as people and programs use it. One file at a time: stacks on one Kafka share its topics.
      project('story', ['tests/story/**/*.test.ts'], {
        globalSetup,
        fileParallelism: false,
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      // The whole platform while parts of it are taken away: on servers of its own, which it stops, and one file at a time.
      project('faults', ['tests/faults/**/*.test.ts'], {
        fileParallelism: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
