import type { Argument, Flag } from '../command.ts';
import { catalogue } from '../generated/catalogue.ts';
import { wordsOf } from '../text/words.ts';
import { argumentNameOf, listOf, takesNames } from './lists.ts';
import { kebab, nounOf, verbOf } from './names.ts';
import type { Operation, Parameter } from './operation.ts';
import { isSecret } from './values.ts';

/** A word, quoted for a shell. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The arguments for a value. An object needs a flag for each of its fields. */
function valuesOf(example: unknown): string[] {
  if (Array.isArray(example)) return [example.join(',')];
  if (typeof example === 'object' && example !== null)
    return Object.entries(example).map(([key, value]) => `${key}=${String(value)}`);
  return [String(example)];
}

/** Maximum length of an example. Required flags may exceed it. */
const longestExample = 78;

/** A command line with the values that the OpenAPI document has as examples. */
export function exampleOf(
  { path: address, pathParameters, queryParameters, body = [], isFree }: Operation,
  {
    path,
    args = [],
    flags = [],
  }: { path: readonly string[]; args?: readonly Argument[]; flags?: readonly Flag[] },
): string {
  const parameters = new Map(
    [...queryParameters, ...body].map((parameter) => [kebab(parameter.name), parameter]),
  );
  for (const parameter of pathParameters) parameters.set(argumentNameOf(address, parameter.name), parameter);
  const exampleFor = (parameter: Parameter | undefined): unknown =>
    parameter && takesNames(address, parameter.name)
      ? (listOf(address, parameter.name)?.example ?? parameter.example)
      : parameter?.example;
  const words = args.map(({ name }) => quoted(valuesOf(exampleFor(parameters.get(name)) ?? name).join(',')));
  let line = ['patchbay', ...path, ...words].join(' ');
  for (const { name, value } of flags) {
    const parameter = parameters.get(name);
    const example = exampleFor(parameter);
    if (example === undefined || example === false) continue;
    const given =
      value === undefined
        ? ['']
        : valuesOf(example).map((one) => ` ${quoted(words.includes(one) ? 'New name' : one)}`);
    const longer = line + given.map((one) => ` --${name}${one}`).join('');
    if (parameter?.required || parameter?.requiredWhen || longer.length <= longestExample) line = longer;
  }
  if (isFree) line += ' --input credentials.json';
  const secret = [...pathParameters, ...body].find(({ name }) => isSecret(name));
  return secret ? `${line}  # Asks for the ${wordsOf(secret.name)}, or reads it from stdin.` : line;
}

/** A text of the OpenAPI document, with operation ids replaced by commands. */
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

/** The placeholder of the value of a flag, and the description, with the allowed values that do not fit into the placeholder. */
export function valueTexts({ name, description, type, options }: Parameter): {
  value: string;
  description: string;
} {
  const text = withCommands(description);
  const joined = options?.join('|');
  if (joined === undefined) {
    const named = listOf('', name)?.fields.includes('email') ? 'email|id' : 'name|id';
    return { value: takesNames('', name) ? named : kinds[type], description: text };
  }
  if (joined.length <= longestValue) return { value: joined, description: text };
  const listed = `One of ${options?.map((option) => `\`${option}\``).join(', ')}.`;
  return { value: kebab(name), description: `${text} ${listed}`.trim() };
}
