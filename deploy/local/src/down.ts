/** `make down`: ends exactly what `make up` started; its supervisor knows what that is. */
import { stackFolder } from './stack/folder.ts';
import { stopInstance } from './stop-instance.ts';

process.stdout.write((await stopInstance(stackFolder.lock)) ? 'stopped\n' : 'nothing is running\n');
