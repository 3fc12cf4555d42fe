/** What has to be undone at the end, in reverse order, whichever way the end comes. */
const ends: (() => Promise<void>)[] = [];
let ending: Promise<void> | undefined;

/** Answers a function that does it now; it is done once. */
export function atEnd(step: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const once = (): Promise<void> => (done ??= step());
  ends.push(once);
  return once;
}

/** What fails from then on fails because its parts are being stopped. */
export const isEnding = (): boolean => ending !== undefined;

/** One step that fails must not keep the others from being taken. */
export function endAll(): Promise<void> {
  ending ??= (async () => {
    for (const step of ends.toReversed()) {
      await step().catch((error: unknown) => process.stderr.write(`at the end: ${String(error)}\n`));
    }
  })();
  return ending;
}

export function endOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      if (ending === undefined) process.stderr.write('\nstopping\n');
      void endAll().then(() => process.exit(code));
    });
  }
}
