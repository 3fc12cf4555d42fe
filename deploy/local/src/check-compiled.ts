/** Refuses tests and fixtures in what `tsc -b` compiled: a dist folder is what an image ships. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const kinds = '*.{test,fixture,type-checks}.*';
const found = globSync(`{libs,services,deploy}/*/dist/**/{${kinds},testing/*}`, { cwd });

if (found.length > 0) {
  process.stderr.write(`not to be shipped, \`make clean\` if it is old:\n  ${found.join('\n  ')}\n`);
  process.exitCode = 1;
}
