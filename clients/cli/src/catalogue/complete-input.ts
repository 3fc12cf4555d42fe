import type { Given } from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { readBody } from '../http/request-input.ts';
import { isInteractive } from '../terminal/io.ts';
import { ask, askSecret, choose } from '../terminal/prompt.ts';
import { headingOf } from '../text/words.ts';
import { argumentNameOf, listOf } from './lists.ts';
import { kebab, nounOf, verbOf } from './names.ts';
import type { Operation, Parameter } from './operation.ts';
import { chooseThing, findId } from './things.ts';
import { isSecret, valueOf } from './values.ts';

type Values = Record<string, unknown>;

const isRequired = ({ required, requiredWhen }: Parameter, body: Values): boolean =>
  required || (requiredWhen?.values.includes(String(body[requiredWhen.field])) ?? false);

/** Asks for a missing value. A secret is read from a hidden prompt or from stdin. */
async function askFor(
  context: Context,
  { path }: Operation,
  parameter: Parameter,
  input: Values,
): Promise<unknown> {
  const { name, options } = parameter;
  const { io } = context;
  const list = listOf(path, name);
  if (isSecret(name)) return await askSecret(io, `${headingOf(name)}:`);
  if (name === 'workspaceSlug') return context.workspace;
  if (options)
    return await choose(
      io,
      `${headingOf(name)}?`,
      options.map((value) => ({ label: value, value })),
    );
  if (list) return await chooseThing(context, list, name, input);
  const answer = await ask(io, `${headingOf(name)}:`);
  return answer === '' ? '' : valueOf(parameter, answer);
}

/**
 * Completes the input that arguments and flags give: adds the body of `--input`, asks for secrets and missing required values, and replaces
 * names by ids. Without a terminal to ask in it fails, and names every missing value.
 */
export async function completeInput(
  context: Context,
  operation: Operation,
  given: Readonly<Values>,
  { flags }: Given,
): Promise<Values> {
  const { io } = context;
  const { method, pathParameters, queryParameters, body: fields } = operation;
  const { input: file } = flags;
  const fromFile = typeof file === 'string' ? await readBody(io, file) : {};
  const body: Values = { ...fromFile, ...(given['body'] as Values | undefined) };
  const input: Values = { ...given, ...(fields && { body }) };
  const all = [
    ...[...pathParameters, ...queryParameters].map((parameter) => ({
      parameter,
      values: input,
      shown: pathParameters.includes(parameter)
        ? `<${argumentNameOf(operation.path, parameter.name)}>`
        : `--${kebab(parameter.name)}`,
    })),
    ...(fields ?? []).map((parameter) => ({
      parameter,
      values: body,
      shown: `--${kebab(parameter.name)}`,
    })),
  ];
  const missing = all.filter(
    ({ parameter, values }) => values[parameter.name] === undefined && isRequired(parameter, body),
  );
  const askable = missing.filter(({ parameter: { name } }) => !isSecret(name) && name !== 'workspaceSlug');
  if (askable.length > 0 && !isInteractive(io))
    throw usageFailure(
      `Missing: ${askable.map(({ shown }) => shown).join(', ')}.`,
      `Run \`patchbay ${nounOf(operation)} ${verbOf(operation)} --help\` for help.`,
    );
  if (file === '-' && missing.some(({ parameter }) => isSecret(parameter.name)))
    throw usageFailure('The body and a secret cannot both come from stdin.', 'Give --input a file.');
  if (method === 'PATCH' && fields && Object.keys(body).length + missing.length === 0)
    throw usageFailure(
      'There is nothing to change.',
      `Give ${fields.map(({ name }) => `--${kebab(name)}`).join(', ')} or --input.`,
    );
  for (const { parameter, values, shown } of all) {
    const { name } = parameter;
    // Checked again, because an earlier answer may make this field required.
    if (values[name] === undefined && isRequired(parameter, body)) {
      values[name] = await askFor(context, operation, parameter, input);
      if (values[name] === '') throw usageFailure(`Missing: ${isSecret(name) ? name : shown}.`);
    } else if (typeof values[name] === 'string')
      values[name] = await findId(context, operation, name, values[name], input);
  }
  return input;
}
