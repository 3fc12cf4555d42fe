import type { Context } from '../context.ts';
import { exitCodes, Failure, usageFailure } from '../failure.ts';
import { catalogue } from '../generated/catalogue.ts';
import { isObject, plainCell } from '../output/cell.ts';
import { choose } from '../terminal/prompt.ts';
import { cleanLine } from '../text/clean.ts';
import { call, callList } from './call.ts';
import { argumentNameOf, listOf, takesNames } from './lists.ts';
import { nounOf } from './names.ts';
import type { Operation } from './operation.ts';

type Values = Readonly<Record<string, unknown>>;

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
/** Final statuses. A name refers to a thing in another status if there is one. */
const ended = new Set(['revoked', 'expired', 'accepted', 'declined', 'canceled']);
const isEnded = ({ status }: Values): boolean => ended.has(String(status));

/** The fields with the name of a thing, the best one first. A grant is named after its key, a webhook by description and URL. */
function namesOf(thing: Values): string[] {
  const { name, email, slug, prefix, url, description } = thing;
  const own = [name, email, slug, prefix, ...(url === undefined ? [] : [description, url])].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return own.length > 0 ? own : Object.values(thing).filter(isObject).flatMap(namesOf);
}

/** The names that input is compared with. An email address is compared with `email` alone: anybody can choose it as a name. */
const calledBy = (thing: Values, wanted: string): string[] =>
  wanted.includes('@') && typeof thing['email'] === 'string' ? [thing['email']] : namesOf(thing);

/** `Grace Hopper (grace@acme.example)`; of what has no name the id, with the program of a session or the action of a delivery. */
export function labelOf(thing: Values): string {
  const names = namesOf(thing);
  const ids = [thing['id'], thing['userAgent'], thing['action']].filter((text) => typeof text === 'string');
  const [first = '', second] = (names.length > 0 ? names : ids).map(cleanLine);
  return second === undefined ? first : `${first} (${second})`;
}

const idOf = (thing: Values, parameter: string): string =>
  String(thing[parameter] ?? thing['userId'] ?? thing['id']);

const only = ({ pathParameters }: Operation, input: Values): Values =>
  Object.fromEntries(pathParameters.map(({ name }) => [name, input[name]]));

/** Resolves an id or a name to the id. */
export async function findId(
  context: Context,
  { path }: Operation,
  parameter: string,
  typed: string,
  input: Values,
): Promise<string> {
  const list = takesNames(path, parameter) ? listOf(path, parameter) : undefined;
  if (list === undefined || isId(typed)) return typed;
  const { rows } = await callList(context, list, only(list, input));
  const wanted = typed.toLowerCase();
  const named = rows.filter((row) =>
    [idOf(row, parameter), ...calledBy(row, wanted)].some((name) => name.toLowerCase() === wanted),
  );
  const alive = named.filter((row) => !isEnded(row));
  const [first, ...others] = alive.length > 0 ? alive : named;
  const noun = nounOf(list);
  if (first === undefined)
    throw new Failure(
      `There is no ${noun} "${typed}".`,
      exitCodes.notFound,
      `\`patchbay ${noun} list\` shows them.`,
    );
  if (others.length > 0)
    throw usageFailure(
      `There is more than one ${noun} "${typed}". Give an id.`,
      [first, ...others]
        .map((row) => `  ${idOf(row, parameter)}  ${labelOf(row)}  ${plainCell(row['status'])}`.trimEnd())
        .join('\n'),
    );
  return idOf(first, parameter);
}

/** Asks the person to choose an item of a list. */
export async function chooseThing(
  context: Context,
  list: Operation,
  parameter: string,
  input: Values,
): Promise<string> {
  const { rows } = await callList(context, list, only(list, input));
  const noun = argumentNameOf(`${list.path}/{${parameter}}`, parameter);
  const options = rows
    .filter((row) => !isEnded(row))
    .map((row) => ({ label: labelOf(row), value: idOf(row, parameter) }));
  if (options.length === 0) throw new Failure(`There is no ${noun} to choose.`, exitCodes.notFound);
  return await choose(context.io, `Which ${noun}?`, options);
}

/** The target of an operation. Undefined if the API has no operation that reads it. */
export async function readThing(
  context: Context,
  { path }: Operation,
  input: Values,
): Promise<Values | undefined> {
  const end = path.lastIndexOf('}') + 1;
  const parameter = path.slice(path.lastIndexOf('{') + 1, end - 1);
  const read = catalogue.find((one) => one.method === 'GET' && one.path === path.slice(0, end));
  if (read) return (await call(context, read, only(read, input))) as Values;
  const list = listOf(path, parameter);
  if (list === undefined) return undefined;
  const { rows } = await callList(context, list, only(list, input));
  return rows.find((row) => idOf(row, parameter) === input[parameter]);
}
