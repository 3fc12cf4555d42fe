import type { Context } from '../context.ts';
import { Failure, usageFailure } from '../failure.ts';
import { print } from '../output/print.ts';
import { isInteractive } from '../terminal/io.ts';
import { confirm } from '../terminal/prompt.ts';
import { capitalized } from '../text/words.ts';
import { argumentNameOf } from './lists.ts';
import { nounOf, verbOf } from './names.ts';
import type { Operation } from './operation.ts';
import { labelOf, readThing } from './things.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Whether an operation ends something for good. Disabling, declining an invitation and unwatching a workspace can be undone. Rotating a key
 * cannot: the old one stops working.
 */
export const destroys = ({ method, id }: Operation): boolean =>
  (method === 'DELETE' && id !== 'unwatchWorkspace') || /^(revoke|cancel|rotate|remove|delete)[A-Z]/.test(id);

const irregular: Readonly<Record<string, string>> = { send: 'sent', resend: 'resent', set: 'set' };
const past = (verb: string): string => irregular[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`);

/** `Revoke key Reporting`, `Revoked connect link of integration Nordlicht`. */
export function phraseOf(operation: Operation, label: string | undefined, isDone: boolean): string {
  const [verb = '', ...more] = verbOf(operation).split('-');
  const { path, pathParameters } = operation;
  const last = pathParameters.at(-1);
  const noun = last === undefined ? nounOf(operation) : argumentNameOf(path, last.name);
  const thing = label === undefined ? [] : [noun, label];
  const words = [isDone ? past(verb) : verb, ...more, ...(more.length > 0 && label ? ['of'] : []), ...thing];
  return capitalized(words.join(' '));
}

/** Fails if there is no terminal to ask in and no flag that confirms. */
export function checkConfirmable({ io, flags }: Context, isDry: boolean): void {
  if (!isDry && !flags.yes && !isInteractive(io))
    throw usageFailure(
      'This cannot be undone, and there is no terminal to ask for a confirmation.',
      'Give --yes, or --dry-run to see what would be sent.',
    );
}

/** Asks for confirmation of a destructive change. Resolves with the name of the thing. */
export async function confirmChange(
  context: Context,
  operation: Operation,
  input: Values,
): Promise<string | undefined> {
  if (context.flags.yes) return undefined;
  const thing = await readThing(context, operation, input);
  const label = thing && labelOf(thing);
  if (!(await confirm(context.io, `${phraseOf(operation, label, false)}?`)))
    throw new Failure('Nothing was changed.');
  return label;
}

/** Dry run: prints the request, and the thing that it would change. */
export async function printDryRun(context: Context, operation: Operation, input: Values): Promise<void> {
  const { body } = input;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const thing = await readThing(context, operation, input);
  const value = {
    method: operation.method,
    url: `${context.host}${path}`,
    ...(body !== undefined && { body }),
    ...(thing && { [nounOf(operation)]: thing }),
  };
  await print(context, { value, fields: Object.keys(value) });
  context.io.stderr.write('Nothing was sent.\n');
}
