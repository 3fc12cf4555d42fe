/** `make stop`: stops what `make start` or `make up` started. */
import { readLocalConfig } from './config.ts';
import { lockPath } from './data-directory.ts';
import { localFolder } from './stack/folder.ts';
import { stopInstance } from './stop-instance.ts';

const { DATA_DIR } = readLocalConfig(process.env);
const stopped = await Promise.all([lockPath(DATA_DIR), localFolder.lock].map(stopInstance));
process.stdout.write(stopped.includes(true) ? 'stopped\n' : 'nothing is running\n');
