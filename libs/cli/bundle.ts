/** Writes bundle/patchbay.js: the command line in one file, so that `npx` installs one package and starts quickly. And its man pages. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

await build({
  input: path('src/main.ts'),
  platform: 'node',
  resolve: { conditionNames: ['patchbay-source', 'import', 'node'] },
  output: { file: path('bundle/patchbay.js'), format: 'esm', minify: true, codeSplitting: false },
  logLevel: 'warn',
});

// Sources import those of the client, which this process may resolve to what is compiled.
execFileSync(process.execPath, ['--conditions=patchbay-source', path('man.ts')], { stdio: 'inherit' });
