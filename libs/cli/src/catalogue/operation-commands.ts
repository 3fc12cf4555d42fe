import type { OperationId } from '@patchbay/client';
import type { Argument, Command, Flag, Given } from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { print } from '../output/print.ts';
import { completesOf } from './completes.ts';
import { kebab, nounOf, verbOf } from './names.ts';
import type { Operation, Parameter } from './operation.ts';
import { exampleOf, valueTexts, withCommands } from './texts.ts';

/** Parameters that come from flags and remembered defaults, not from arguments. */
const scopes = { orgSlug: 'org', workspaceSlug: 'workspace' } as const;
const isScope = (name: string): name is keyof typeof scopes => name in scopes;

/** The slug of the thing itself is an argument: `patchbay workspace get spring`. */
const ownSlugs: Readonly<Record<string, string>> = { org: 'orgSlug', workspace: 'workspaceSlug' };

function argumentsOf(operation: Operation): Argument[] {
  const noun = nounOf(operation);
  return operation.pathParameters.flatMap(({ name, description }) => {
    const completes = completesOf(operation, name);
    const argument = { name: kebab(name), description, ...(completes && { completes }) };
    if (ownSlugs[noun] === name) return [{ ...argument, isOptional: true }];
    return isScope(name) ? [] : [argument];
  });
}

function flagOf(operation: Operation, parameter: Parameter): Flag {
  const { name, type, options } = parameter;
  const completes = options ?? completesOf(operation, name);
  return {
    name: kebab(name),
    ...valueTexts(parameter),
    ...(type === 'list' || type === 'object' ? { repeats: true } : {}),
    ...(completes && { completes }),
  };
}

/** A value of the type that the API expects. */
function valueOf({ name, type, nullable }: Parameter, given: string | true | readonly string[]): unknown {
  if (given === 'null' && nullable) return null;
  if (type === 'integer') {
    const number = Number(given);
    if (!Number.isInteger(number)) throw usageFailure(`--${kebab(name)} must be a whole number.`);
    return number;
  }
  if (type === 'boolean') return given === true || given === 'true';
  if (type === 'list') return [given].flat().flatMap((one) => String(one).split(','));
  if (type === 'object')
    return Object.fromEntries(
      [given].flat().map((pair) => {
        const [key = '', ...rest] = String(pair).split('=');
        if (rest.length === 0) throw usageFailure(`--${kebab(name)} takes name=value.`);
        return [key, rest.join('=')];
      }),
    );
  return given;
}

const valuesOf = (parameters: readonly Parameter[], { flags }: Given): Record<string, unknown> =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const given = flags[kebab(parameter.name)];
      return given === undefined ? [] : [[parameter.name, valueOf(parameter, given)]];
    }),
  );

/** The parameters of an operation, from arguments, flags and defaults. */
export function inputOf(operation: Operation, context: Context, given: Given): Record<string, unknown> {
  const noun = nounOf(operation);
  let position = 0;
  const path = operation.pathParameters.map(({ name }) => {
    if (isScope(name) && ownSlugs[noun] !== name) return [name, context[scopes[name]]];
    const typed = given.args[position];
    position += 1;
    return [name, typed ?? (isScope(name) ? context[scopes[name]] : undefined)];
  });
  const body = operation.body && valuesOf(operation.body, given);
  return {
    ...Object.fromEntries(path),
    ...valuesOf(operation.queryParameters, given),
    ...(body && { body }),
  };
}

/** Calls an operation that answers JSON or nothing. */
export async function call(context: Context, operation: Operation, input: unknown): Promise<unknown> {
  const client = operation.credentials === 'none' ? context.publicClient() : await context.client();
  const method = client[operation.id as OperationId] as (given: unknown) => Promise<unknown>;
  return await method(input);
}

/** The command of operations that differ only in the organization or the workspace that they work in. */
function commandOf(variants: readonly Operation[]): Command {
  const [operation] = variants as [Operation];
  const ofWorkspace = variants.find(({ path }) => path.includes('{workspaceSlug}'));
  const shape = {
    path: [nounOf(operation), verbOf(operation)],
    args: argumentsOf(operation),
    flags: [...operation.queryParameters, ...(operation.body ?? [])].map((one) => flagOf(operation, one)),
  };
  return {
    ...shape,
    summary: operation.summary,
    description: withCommands(operation.description),
    examples: [exampleOf(operation, shape)],
    printsData: true,
    async run(context, given) {
      const chosen = context.flags.workspace !== undefined && ofWorkspace ? ofWorkspace : operation;
      const value = await call(context, chosen, inputOf(chosen, context, given));
      await print(context, {
        value,
        fields: chosen.fields,
        ...(chosen.items !== undefined && { items: chosen.items }),
      });
    },
  };
}

/** A command for each operation that is not for browsers alone, or that has a command of its own. */
export function operationCommands(catalogue: readonly Operation[]): Command[] {
  const plain = catalogue.filter(({ answer }) => answer === undefined || answer === 'none');
  // Not Map.groupBy, which Node 20 does not have.
  const byName = new Map<string, Operation[]>();
  for (const operation of plain) {
    const name = `${nounOf(operation)} ${verbOf(operation)}`;
    byName.set(name, [...(byName.get(name) ?? []), operation]);
  }
  return [...byName.values()].map(commandOf);
}
