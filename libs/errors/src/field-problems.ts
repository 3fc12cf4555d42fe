import { Failure, type FieldProblem, invalid } from './failure.ts';

/**
 * Bounds of the problems in one answer, and in one error between services. Both quote names that the client chose: an answer
 * must not be much larger than the request, and one long name must not be repeated with each problem inside of it.
 */
export const maxProblems = 100;
/** Characters. */
const maxPath = 200;
/** Characters of all paths together. */
const maxPaths = 4_000;

/** Joins the names by dots and truncates the result; reads no name after the one that exceeds the length. */
export function pathOf(names: readonly PropertyKey[]): string {
  let path = '';
  for (const [index, name] of names.entries()) {
    path += index === 0 ? String(name) : `.${String(name)}`;
    // `toWellFormed`, because the cut may fall between two surrogates, and escape sequences in names may be lone ones.
    if (path.length > maxPath) return `${path.slice(0, maxPath).toWellFormed()}…`;
  }
  return path.toWellFormed();
}

/** The first problems, as many as an answer may have, with truncated paths. */
export function bounded(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  let characters = 0;
  const within = problems
    .slice(0, maxProblems)
    .map(({ path, message }): FieldProblem => ({ path: pathOf([path]), message }));
  const beyond = within.findIndex(({ path }) => {
    characters += path.length;
    return characters > maxPaths;
  });
  return beyond === -1 ? within : within.slice(0, beyond);
}

type Readers = Readonly<Record<string, () => unknown>>;
type Read<R extends Readers> = { readonly [Name in keyof R]: ReturnType<R[Name]> };

/** Runs every reader and throws one `invalid` failure with the problems of all of them. Any other error is thrown unchanged. */
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
