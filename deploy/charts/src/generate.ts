/**
 * `make charts-generate`: writes the files of charts/ that follow from the variables of the services. `--check` (`make check`) names
 * those that differ and exits with 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { chartFiles } from './files.ts';
import { repository } from './repository.ts';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const changed = [...chartFiles()].filter(([path, text]) => read(repository(path)) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of changed)
    process.stderr.write(`${path} differs from the code: run \`make charts-generate\`\n`);
  if (changed.length > 0) process.exitCode = 1;
} else {
  for (const [path, text] of changed) {
    writeFileSync(repository(path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
