import { Failure, type FieldProblem, invalid } from '@patchbay/errors/failure';

type Readers = Readonly<Record<string, () => unknown>>;
type Read<R extends Readers> = { readonly [Name in keyof R]: ReturnType<R[Name]> };

/** Runs every reader; throws one `invalid` failure with the problems of all of them. Any other error is thrown as it is. */
export function readAll<R extends Readers>(readers: R): Read<R> {
  const problems: FieldProblem[] = [];
  const read = Object.entries(readers).map(([name, reader]) => {
    try {
      return [name, reader()];
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'invalid') throw error;
      problems.push(...error.problems);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw invalid(...problems);
  return Object.fromEntries(read) as Read<R>;
}
