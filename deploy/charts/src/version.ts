import { readFileSync } from 'node:fs';
import { repository } from './repository.ts';

const manifest = JSON.parse(readFileSync(repository('package.json'), 'utf8')) as { readonly version: string };

/** Of the packages, and so of the images and charts. */
export const { version } = manifest;
