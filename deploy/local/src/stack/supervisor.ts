/** The parent process of everything that `make up` starts. On SIGTERM or SIGINT it stops it. */
import { releaseLock, takeLock } from '../instance-lock.ts';
import { localFolder } from './folder.ts';
import { defaultPorts } from './ports.ts';
import { startStack } from './stack.ts';

export interface Progress {
  readonly line: string;
  /** Every service is ready: `make up` closes the IPC channel and returns. */
  readonly done?: boolean;
}

const address = `http://localhost:${defaultPorts.services.gateway.main}`;
const cleanupSteps: (() => Promise<void>)[] = [];

function report(progress: Progress): void {
  process.stdout.write(`${progress.line}\n`);
  if (process.connected) process.send?.(progress);
}

async function cleanUpAndExit(code: number): Promise<never> {
  for (const step of cleanupSteps.toReversed()) {
    await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

async function start(): Promise<void> {
  const other = await takeLock(localFolder.lock, address);
  if (other !== undefined) throw new Error(`Patchbay is running already at ${other.address}`);
  cleanupSteps.push(() => releaseLock(localFolder.lock));
  const stack = await startStack({
    folder: localFolder.path,
    ports: defaultPorts,
    environment: process.env,
    log: (line) => report({ line }),
  });
  cleanupSteps.push(() => stack.stop());
  await stack.ready();
  const mails = stack.mailbox === undefined ? '' : `Mails are in ${stack.mailbox}. `;
  report({
    line: `\nPatchbay is running at ${stack.address}. ${mails}\`make down\` stops it.`,
    done: true,
  });
}

process.on('SIGTERM', () => void cleanUpAndExit(0));
process.on('SIGINT', () => void cleanUpAndExit(0));
try {
  await start();
} catch (error) {
  report({ line: error instanceof Error ? error.message : String(error) });
  await cleanUpAndExit(1);
}
