import { invalid } from '@patchbay/errors/failure';
import type { TextRule } from './text-rule.ts';

/** Normalizes and checks texts by field name; throws one `invalid` failure with the problems of all fields. */
export function readTexts<Field extends string>(
  rules: Readonly<Record<Field, TextRule>>,
  texts: Readonly<Record<NoInfer<Field>, string>>,
): Record<Field, string> {
  const read = (Object.keys(rules) as Field[]).map((path) => {
    const text = rules[path].normalize(texts[path]);
    const problems = rules[path].problemsOf(text).map((message) => ({ path, message }));
    return { path, text, problems };
  });
  const problems = read.flatMap((field) => field.problems);
  if (problems.length > 0) throw invalid(...problems);
  return Object.fromEntries(read.map(({ path, text }) => [path, text])) as Record<Field, string>;
}

/** `readTexts` for one text; `path` is the name of its field. */
export const readText = (rule: TextRule, path: string, text: string): string =>
  readTexts({ [path]: rule }, { [path]: text })[path] as string;
