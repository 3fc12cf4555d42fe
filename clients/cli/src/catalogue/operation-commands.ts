import type { Argument, Command, Flag, Given } from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { checkPrintable, type Printed, print } from '../output/print.ts';
import { cleanLine } from '../text/clean.ts';
import { wordsOf } from '../text/words.ts';
import { call, callList } from './call.ts';
import { checkConfirmable, confirmChange, destroys, phraseOf, printDryRun } from './changes.ts';
import { completeInput } from './complete-input.ts';
import { argumentNameOf, completesOf, listOf, takesNames } from './lists.ts';
import { kebab, nounOf, verbOf } from './names.ts';
import type { Operation, Parameter } from './operation.ts';
import { exampleOf, valueTexts, withCommands } from './texts.ts';
import { isSecret, valuesOf } from './values.ts';

type Values = Readonly<Record<string, unknown>>;

/** Parameters that come from flags and remembered defaults, not from arguments. */
const scopes = { orgSlug: 'org', workspaceSlug: 'workspace' } as const;
const isScope = (name: string): name is keyof typeof scopes => name in scopes;

/** The slug of the target is an argument: `patchbay workspace get spring`. */
const ownSlugs: Readonly<Record<string, string>> = { org: 'orgSlug', workspace: 'workspaceSlug' };

const isArgument = (noun: string, { name }: Parameter): boolean =>
  !isSecret(name) && (!isScope(name) || ownSlugs[noun] === name);

function argumentsOf(operation: Operation): Argument[] {
  const noun = nounOf(operation);
  return operation.pathParameters
    .filter((parameter) => isArgument(noun, parameter))
    .map(({ name, description }) => {
      const completes = completesOf(operation.path, name);
      const has = (field: string) => listOf(operation.path, name)?.fields.includes(field);
      const named = has('email') ? 'Email' : has('url') ? 'Description, address' : 'Name';
      return {
        name: argumentNameOf(operation.path, name),
        description: takesNames(operation.path, name)
          ? description.replace(/^`\w+`/, `${named} or id`)
          : description,
        // Optional for the parser: in a terminal, missing arguments are asked for.
        ...(completes && { completes, isOptional: true }),
      };
    });
}

export function flagOf(parameter: Parameter): Flag {
  const { name, type, options, required } = parameter;
  const completes = options ?? completesOf('', name);
  const texts = valueTexts(parameter);
  return {
    name: kebab(name),
    ...texts,
    ...(required && { description: `${texts.description} Required.`.trim() }),
    ...(type === 'list' || type === 'object' ? { repeats: true } : {}),
    ...(completes && { completes }),
  };
}

const defaultLimit = 100;

/** Flags that no parameter has. */
function moreFlagsOf(operation: Operation): Flag[] {
  const { isPaged, items = '', body } = operation;
  return [
    ...(body
      ? [
          {
            name: 'input',
            value: 'file',
            description:
              'Reads the body as JSON from a file, or from stdin if it is `-`. Flags replace its fields.',
            completes: 'files',
          } as const,
        ]
      : []),
    ...(isPaged
      ? [
          {
            name: 'limit',
            value: 'number',
            description: `Prints that many ${wordsOf(items)} at most. Default ${defaultLimit}.`,
          },
          { name: 'all', description: `Prints all ${wordsOf(items)}.` },
        ]
      : []),
    ...(destroys(operation)
      ? [
          { name: 'yes', description: 'Does not ask for a confirmation.' },
          {
            name: 'dry-run',
            description: 'Prints the request, and what it would work on, and sends nothing.',
          },
        ]
      : []),
  ];
}

/** Parameters without a flag: the program reads pages itself, --workspace exists already, secrets are prompted for. */
const isFlag = ({ isPaged }: Operation, { name }: Parameter): boolean =>
  !isSecret(name) && name !== 'workspaceSlug' && !(isPaged && (name === 'cursor' || name === 'limit'));

/** The parameters of an operation, from arguments, flags and defaults. */
export function inputOf(operation: Operation, context: Context, given: Given): Record<string, unknown> {
  const noun = nounOf(operation);
  let position = 0;
  const path = operation.pathParameters.map((parameter) => {
    const { name } = parameter;
    const typed = isArgument(noun, parameter) ? given.args[position++] : undefined;
    return [name, typed ?? (isScope(name) ? context[scopes[name]] : undefined)];
  });
  const body = operation.body && valuesOf(operation.body, given);
  return {
    ...Object.fromEntries(path),
    ...valuesOf(operation.queryParameters, given),
    ...(body && { body }),
  };
}

/** Fields with a secret that the API returns only once. */
const shownOnce = ['key', 'connectUrl', 'token', 'secret'];

/** How the answer of an operation is printed. */
function printingOf({ method, fields, items, isDocument }: Operation): Omit<Printed, 'value'> {
  const secret = method === 'POST' ? shownOnce.find((name) => fields.includes(name)) : undefined;
  return {
    fields,
    ...(items !== undefined && { items }),
    ...(secret !== undefined && { secret }),
    ...(isDocument && { isDocument }),
  };
}

function limitOf({ flags }: Given): number {
  const { all, limit } = flags;
  if (all) return Number.POSITIVE_INFINITY;
  const number = limit === undefined ? defaultLimit : Number(limit);
  if (!(Number.isInteger(number) && number > 0))
    throw usageFailure('--limit must be a whole number above 0.');
  return number;
}

async function runList(context: Context, operation: Operation, input: Values, given: Given): Promise<void> {
  const limit = limitOf(given);
  const items = operation.items ?? '';
  const { rows, hasMore } = await callList(context, operation, input, limit);
  await print(context, { ...printingOf(operation), value: { [items]: rows } });
  if (hasMore)
    context.io.stderr.write(`There are more ${wordsOf(items)}. Give --limit or --all to see them.\n`);
}

async function runChange(context: Context, operation: Operation, input: Values, given: Given): Promise<void> {
  const label = destroys(operation) ? await confirmChange(context, operation, input) : undefined;
  const value = await call(context, operation, input);
  if (operation.answer === 'none') {
    const done = phraseOf(operation, label ?? given.args.at(-1), true);
    context.io.stderr.write(`${cleanLine(done)}.\n`);
  } else await print(context, { ...printingOf(operation), value });
}

async function runOperation(context: Context, operation: Operation, given: Given): Promise<void> {
  const isDry = given.flags['dry-run'] === true;
  if (!isDry) checkPrintable(context.flags, printingOf(operation));
  if (destroys(operation)) checkConfirmable(context, isDry);
  const input = await completeInput(context, operation, inputOf(operation, context, given), given);
  if (isDry) await printDryRun(context, operation, input);
  else if (operation.items !== undefined) await runList(context, operation, input, given);
  else await runChange(context, operation, input, given);
}

/** The command of operations that differ only in the organization or the workspace that they work in. */
function commandOf(variants: readonly Operation[]): Command {
  const [operation] = variants as [Operation];
  const ofWorkspace = variants.find(({ path }) => path.includes('{workspaceSlug}'));
  const parameters = [...operation.queryParameters, ...(operation.body ?? [])];
  const shape = {
    path: [nounOf(operation), verbOf(operation)],
    args: argumentsOf(operation),
    flags: [
      ...parameters.filter((parameter) => isFlag(operation, parameter)).map(flagOf),
      ...moreFlagsOf(operation),
    ],
  };
  return {
    ...shape,
    summary: operation.summary,
    get description() {
      return withCommands(operation.description);
    },
    // Built when read: each start creates all commands, and most runs show no help.
    get examples() {
      return [exampleOf(operation, shape)];
    },
    printsData: operation.answer !== 'none',
    async run(context, given) {
      const chosen = context.flags.workspace !== undefined && ofWorkspace ? ofWorkspace : operation;
      await runOperation(context, chosen, given);
    },
  };
}

/** Passkey operations need an authenticator, which only a browser or the operating system can use. */
export const needsAuthenticator = ({ id }: Operation): boolean =>
  /^(startPasskey|verifyPasskey)|^(createPasskey|confirmSession)$/.test(id);

/** A command for each operation, except those for browsers and those with a hand-written command. */
export function operationCommands(catalogue: readonly Operation[]): Command[] {
  const plain = catalogue.filter(
    (operation) =>
      (operation.answer === undefined || operation.answer === 'none') && !needsAuthenticator(operation),
  );
  // Not Map.groupBy, which Node 20 does not have.
  const byName = new Map<string, Operation[]>();
  for (const operation of plain) {
    const name = `${nounOf(operation)} ${verbOf(operation)}`;
    byName.set(name, [...(byName.get(name) ?? []), operation]);
  }
  return [...byName.values()].map(commandOf);
}
