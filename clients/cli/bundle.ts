/**
 * Writes bundle/patchbay.js: the command line in one file, so that `npx` installs one package and starts quickly. The jq of `--jq` is a file of
 * its own, bundle/jq.js: it has a megabyte, which every start would read. The man pages are beside them.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const jq = {
  name: 'jq',
  resolveId: (id: string) => (id === './jq.ts' ? { id: './jq.js', external: true } : null),
};

for (const [source, name] of [
  ['src/main.ts', 'patchbay'],
  ['src/output/jq.ts', 'jq'],
] as const)
  await build({
    input: path(source),
    platform: 'node',
    plugins: [jq],
    resolve: { conditionNames: ['patchbay-source', 'import', 'node'] },
    output: { file: path(`bundle/${name}.js`), format: 'esm', minify: true, codeSplitting: false },
    logLevel: 'warn',
  });

// Sources import those of the client, which this process may resolve to what is compiled.
execFileSync(process.execPath, ['--conditions=patchbay-source', path('man.ts')], { stdio: 'inherit' });
