import type { Argument, Flag } from '../command.ts';
import { catalogue } from '../generated/catalogue.ts';
import { kebab, nounOf, verbOf } from './names.ts';
import type { Operation, Parameter } from './operation.ts';

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The words for a value; an object takes a flag for each of its fields. */
function valuesOf(example: unknown): string[] {
  if (Array.isArray(example)) return [example.join(',')];
  if (typeof example === 'object' && example !== null)
    return Object.entries(example).map(([key, value]) => `${key}=${String(value)}`);
  return [String(example)];
}

/** An example is at most that long, unless flags that are required make it longer. */
const longestExample = 78;

/** A command line with the values that the OpenAPI document has as examples. */
export function exampleOf(
  { pathParameters, queryParameters, body = [] }: Operation,
  {
    path,
    args = [],
    flags = [],
  }: { path: readonly string[]; args?: readonly Argument[]; flags?: readonly Flag[] },
): string {
  const parameters = new Map(
    [...pathParameters, ...queryParameters, ...body].map((parameter) => [kebab(parameter.name), parameter]),
  );
  const words = args.map(({ name }) => quoted(valuesOf(parameters.get(name)?.example ?? name).join(' ')));
  let line = ['patchbay', ...path, ...words].join(' ');
  for (const { name, value } of flags) {
    const { example, required } = parameters.get(name) ?? {};
    if (example === undefined || example === false) continue;
    const given = value === undefined ? [''] : valuesOf(example).map((one) => ` ${quoted(one)}`);
    const longer = line + given.map((one) => ` --${name}${one}`).join('');
    if (required || longer.length <= longestExample) line = longer;
  }
  return line;
}

/** A text of the OpenAPI document with commands in place of operation ids. */
export const withCommands = (text: string): string =>
  text.replaceAll(/`(\w+)`/g, (all, id: string) => {
    const operation = catalogue.find((one) => one.id === id && one.answer === undefined);
    return operation ? `\`patchbay ${nounOf(operation)} ${verbOf(operation)}\`` : all;
  });

const longestValue = 40;
const kinds = {
  string: 'text',
  integer: 'number',
  boolean: 'true|false',
  list: 'one,two',
  object: 'name=value',
} as const;

/** What stands for the value of a flag, and its description with the values that do not fit there. */
export function valueTexts({ name, description, type, options }: Parameter): {
  value: string;
  description: string;
} {
  const text = withCommands(description);
  const joined = options?.join('|');
  if (joined === undefined) return { value: kinds[type], description: text };
  if (joined.length <= longestValue) return { value: joined, description: text };
  const listed = `One of ${options?.map((option) => `\`${option}\``).join(', ')}.`;
  return { value: kebab(name), description: `${text} ${listed}`.trim() };
}
