import { readFileSync } from 'node:fs';

const mebibyte = 1_048_576;
const file = new URL('../../service.env', import.meta.url);
const [, megabytes] = /--max-old-space-size=(\d+)/.exec(readFileSync(file, 'utf8')) ?? [];
if (megabytes === undefined) throw new Error('deploy/service.env sets no --max-old-space-size');

/** Bytes of the old space at which a process ends. */
export const maximumHeap = Number(megabytes) * mebibyte;

/** Bytes that docs/processes.md advises as the limit of a container. */
export const containerMemory = 640 * mebibyte;
