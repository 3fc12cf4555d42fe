/**
 * The frame around a `main.ts`: what goes wrong before there is a logger ends as one readable message and exit code 1. A
 * configuration's message stands alone, without a stack: it is for an operator, not for us.
 */
export async function main(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const plain = error instanceof Error && error.name === 'ConfigurationError';
    process.stderr.write(`${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  }
}
