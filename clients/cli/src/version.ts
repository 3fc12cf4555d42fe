import { readFileSync } from 'node:fs';

/** The version of the command line. The bundle stands as deep below package.json as this file. */
export function cliVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
