import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by 60 % of what a full collection leaves before the next one. V8's own choice for a small heap is a few megabytes,
 * buffers included: bodies of some kilobytes then lead to two full collections a second, which take a third of the CPU time of a service.
 * Set here because NODE_OPTIONS does not take the flag; the other settings of memory stand in deploy/service.env.
 */
const letHeapGrow = (): void => setFlagsFromString('--heap-growing-percent=60');

/**
 * Runs the body of a `main.ts`. An error, which may come before there is a logger, is written to standard error and ends the
 * process with code 1; a `ConfigurationError` without its stack, because operators read it.
 */
export async function main(start: () => Promise<void>): Promise<void> {
  letHeapGrow();
  try {
    await start();
  } catch (error) {
    const plain = error instanceof Error && error.name === 'ConfigurationError';
    process.stderr.write(`${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  }
}
