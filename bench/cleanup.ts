/** Run in reverse order when the bench ends, fails or is interrupted. */
const steps: (() => Promise<void>)[] = [];
let cleaningUp: Promise<void> | undefined;

/** Registers a step. Returns a function that runs it earlier; it runs once in total. */
export function addCleanup(step: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const once = (): Promise<void> => (done ??= step());
  steps.push(once);
  return once;
}

/** True once the cleanup has begun: later failures are caused by it and need not be reported. */
export const isCleaningUp = (): boolean => cleaningUp !== undefined;

/** Runs every step once; a step that fails is reported and does not keep the others from running. */
export function cleanUp(): Promise<void> {
  cleaningUp ??= (async () => {
    for (const step of steps.toReversed()) {
      await step().catch((error: unknown) => process.stderr.write(`at the end: ${String(error)}\n`));
    }
  })();
  return cleaningUp;
}

export function cleanUpOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      if (cleaningUp === undefined) process.stderr.write('\nstopping\n');
      void cleanUp().then(() => process.exit(code));
    });
  }
}
