import fc, { type Arbitrary } from 'fast-check';
import { changesOfAddresses } from './change-addresses.ts';
import { changesOfBodies } from './change-bodies.ts';
import { changesOfExchanges } from './change-exchanges.ts';
import type { Description, FuzzedOperation } from './document.ts';
import { type Draft, type FuzzCase, requestOf } from './fuzz-case.ts';

/** Valid requests of an operation and as many with one change, each kind of change as often as every other. */
export function casesOf(
  operation: FuzzedOperation,
  drafts: Arbitrary<Draft>,
  description: Pick<Description, 'validatorOf'>,
): Arbitrary<FuzzCase> {
  const changes = [...changesOfBodies, ...changesOfAddresses(description), ...changesOfExchanges];
  const changed = changes.flatMap(({ name, casesOf: changedCases }) => {
    const cases = changedCases(operation, drafts);
    return cases === undefined ? [] : [cases.map((made) => ({ ...made, what: `${name} (${made.what})` }))];
  });
  const valid = drafts.map(
    (draft): FuzzCase => ({
      what: 'valid',
      caller: draft.caller,
      request: requestOf(operation, draft),
      isValid: true,
    }),
  );
  return fc.oneof(
    { arbitrary: valid, weight: changed.length },
    ...changed.map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
}
