import { findProgram } from './commands.ts';
import { installPackages, mayInstallPackages } from './packages.ts';
import { type Log, MissingServer } from './server.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const findInstalled = async (): Promise<string | undefined> => {
  for (const program of programs) {
    const path = await findProgram(program);
    if (path !== undefined) return path;
  }
  return undefined;
};

/** The path of a Chromium: CHROMIUM_PATH, else an installed one, else one installed with apt-get (root only). */
export async function provideBrowser(
  environment: Readonly<Record<string, string | undefined>>,
  log: Log = () => {},
): Promise<string> {
  const named = environment['CHROMIUM_PATH'] ?? (await findInstalled());
  if (named !== undefined) return named;
  if (await mayInstallPackages()) {
    await installPackages(['chromium'], log);
    const installed = await findInstalled();
    if (installed !== undefined) return installed;
  }
  throw new MissingServer('a browser', [
    'set CHROMIUM_PATH to the path of a Chromium or Chrome',
    'install one of the programs chromium or google-chrome',
    'run as root on a system with apt-get: then it is installed',
  ]);
}
