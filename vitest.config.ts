import { defineConfig } from 'vitest/config';

// The packages' sources, not what `tsc -b` built: a test must see the change that was just made.
const conditions = ['patchbay-source', 'node', 'import', 'module', 'default'];

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name, include, environment: 'node' as const, ...more },
});

export default defineConfig({
  test: {
    projects: [
      // Pure code: no server, no file, no clock but the one it is handed.
      project('unit', ['{libs,services,deploy}/**/src/**/*.test.ts'], {}),
    ],
  },
});
