import { readFileSync } from 'node:fs';

/** The version of the package: its package.json is one folder above sources and bundle. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}
