/** Fails if `tsc -b` wrote tests or fixtures into a dist folder: images ship dist folders as they are. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const kinds = '*.{test,fixture,type-checks}.*';
const testFiles = globSync(`{clients,libs,services,deploy}/*/dist/**/{${kinds},testing/*}`, { cwd });

if (testFiles.length > 0) {
  process.stderr.write(`not to be shipped, \`make clean\` if it is old:\n  ${testFiles.join('\n  ')}\n`);
  process.exitCode = 1;
}
