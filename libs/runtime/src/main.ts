import { letHeapGrow } from './heap-growth.ts';

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
