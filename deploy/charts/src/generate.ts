/** `npm run charts:generate`: writes the files of charts/ that repeat what the code says. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chartFiles } from './files.ts';
import { repository } from './repository.ts';

const files = chartFiles();
for (const [path, text] of files) {
  await mkdir(dirname(repository(path)), { recursive: true });
  await writeFile(repository(path), text);
}
process.stdout.write(`${files.size} files of charts/ are written\n`);
