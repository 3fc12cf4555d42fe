import { readFileSync } from 'node:fs';

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** Of the platform: all its packages are released together. */
export const { version } = manifest;
