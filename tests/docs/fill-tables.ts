/**
 * Fills the tables of docs/*.md that follow from the code: the lines between `<!-- table: name -->` and `<!-- /table -->`. People write
 * everything else on these pages. `make docs` writes the pages; `--check` (`make check`) names those that differ and exits with 1.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tables } from './tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const block = /^(<!-- table: (.+) -->\n)[^]*?^(<!-- \/table -->)$/gm;

const isCheck = process.argv.includes('--check');
const unused = new Set(tables.keys());
const problems: string[] = [];

for (const page of globSync('docs/*.md', { cwd: root }).toSorted()) {
  const before = readFileSync(root + page, 'utf8');
  const after = before.replace(block, (all, start: string, name: string, end: string) => {
    const table = tables.get(name);
    unused.delete(name);
    if (table === undefined) problems.push(`${page}: there is no table "${name}" in tests/docs/tables.ts`);
    return table === undefined ? all : `${start}\n${table}\n\n${end}`;
  });
  if (after === before) continue;
  if (isCheck) problems.push(`${page}: a table differs from the code; run \`make docs\``);
  else writeFileSync(root + page, after);
}
for (const name of unused) problems.push(`no page of docs/ has the table "${name}"`);

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
