import { tally } from '@patchbay/telemetry/metrics';

export interface SharedLookupOptions<Input, Answer> {
  /** The value of the label `lookup` of the metric. */
  readonly name: string;
  /** Inputs with the same key have the same answer, whichever request asks. */
  readonly keyOf: (input: Input) => string;
  /** Must not depend on the life of one request, such as the signal of its client. */
  readonly ask: (input: Input) => Promise<Answer>;
}

/**
 * A lookup that requests of one turn of the event loop share where they have the same key. It is asked at the end of the turn, after
 * all of them have arrived, and has the trace of the first. Nothing is cached: a request that arrives later is looked up again, so
 * that a revoked credential is refused at once.
 */
export function createSharedLookup<Input, Answer>({
  name,
  keyOf,
  ask,
}: SharedLookupOptions<Input, Answer>): (input: Input) => Promise<Answer> {
  const asked = tally('lookups', { lookup: name, outcome: 'asked' });
  const shared = tally('lookups', { lookup: name, outcome: 'shared' });
  /** The lookups that this turn has collected. */
  const pending = new Map<string, Promise<Answer>>();

  return (input) => {
    const key = keyOf(input);
    const known = pending.get(key);
    if (known !== undefined) {
      shared.value += 1;
      return known;
    }
    asked.value += 1;
    const answer = new Promise<Answer>((resolve, reject) => {
      setImmediate(() => {
        pending.delete(key);
        ask(input).then(resolve, reject);
      });
    });
    pending.set(key, answer);
    return answer;
  };
}
