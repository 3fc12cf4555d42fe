/** A failed test, suite or file, or an error outside of tests. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** How much of a message is shown: an expected value can be a whole page. */
const linesShown = 12;
const lineLength = 300;
const failuresShown = 20;

const shortened = (message: string): string[] =>
  message
    .split('\n')
    .slice(0, linesShown)
    .map((line) => `  ${line.slice(0, lineLength)}`);

/** The last lines of a run: what has failed, and why. Some logs are kept from their end alone. */
export function tellFailures(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  const more = failures.length - failuresShown;
  return [
    `Failed: ${failures.length}`,
    ...failures.slice(0, failuresShown).flatMap(({ name, message }) => [name, ...shortened(message)]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}
