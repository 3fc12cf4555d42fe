import { provideProgram } from './packages.ts';
import { type Log, MissingServer } from './server.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium: CHROMIUM_PATH, else an installed one, else one installed with apt-get (root only). */
export async function provideBrowser(
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
): Promise<string> {
  const path = environment['CHROMIUM_PATH'] ?? (await provideProgram(programs, 'chromium', log))?.path;
  if (path !== undefined) return path;
  throw new MissingServer('a browser', [
    'set CHROMIUM_PATH to the path of a Chromium or Chrome',
    'install one of the programs chromium or google-chrome',
    'run as root on a system with apt-get: then it is installed',
  ]);
}
