/** A test, a file or a moment between tests that failed. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** Of each message, what fits a log: an expected value can be a page. */
const linesShown = 12;
const lineLength = 300;
const failuresShown = 20;

const shortened = (message: string): string[] =>
  message
    .split('\n')
    .slice(0, linesShown)
    .map((line) => `  ${line.slice(0, lineLength)}`);

/** The last lines of a run: what has failed, the same text once. Where only the end of a log is kept, these lines say why. */
export function tellFailures(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  const more = failures.length - failuresShown;
  return [
    `Failed: ${failures.length}`,
    ...failures.slice(0, failuresShown).flatMap(({ name, message }) => [name, ...shortened(message)]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}
