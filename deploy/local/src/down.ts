/** `make down`: sends SIGTERM to the supervisor of `make up`, which stops the processes that it started. */
import { localFolder } from './stack/folder.ts';
import { stopInstance } from './stop-instance.ts';

process.stdout.write((await stopInstance(localFolder.lock)) ? 'stopped\n' : 'nothing is running\n');
