import { provideProgram } from './packages.ts';
import { type Log, MissingServer } from './server.ts';

/** The path of promtool, which evaluates rules of Prometheus: an installed one, else one installed with apt-get (root only). */
export async function providePromtool(log: Log): Promise<string> {
  const found = await provideProgram(['promtool'], 'prometheus', log);
  if (found !== undefined) return found.path;
  throw new MissingServer('promtool', [
    'install Prometheus 2.42 or newer so that promtool is on the PATH',
    'run as root on a system with apt-get: then it is installed',
  ]);
}
