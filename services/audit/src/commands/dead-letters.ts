import { createAdvisoryLocks } from '@patchbay/database/locks';
import { createPool, type Database } from '@patchbay/database/pool';
import { Failure } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import {
  countWaiting,
  endDeadLetter,
  findDeadLetter,
  findNextWaiting,
  listDeadLetters,
  type StoredDeadLetter,
} from '../store/dead-letters.ts';
import { described, lineOf } from './dead-letter-text.ts';
import { createReplay, type Replay, type ReplayOptions } from './replay.ts';

/** The parsed arguments of the command. */
export type Request =
  | { readonly command: 'help' }
  | { readonly command: 'list'; readonly ended: boolean; readonly limit: number }
  | { readonly command: 'show'; readonly id: string; readonly values: boolean }
  | { readonly command: 'replay' | 'discard'; readonly ids: readonly string[] }
  | { readonly command: 'replay'; readonly ids: 'all' };

/** The arguments are not understood; the message says which. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

const defaultLimit = 50;
const maxLimit = 1_000;
const maxId = 2n ** 63n;

function idOf(text: string): string {
  if (!/^\d{1,19}$/.test(text) || BigInt(text) >= maxId) throw new WrongArguments(`${text} is not an id`);
  return String(BigInt(text));
}

function idsOf(texts: readonly string[], command: string): readonly string[] {
  if (texts.length === 0) throw new WrongArguments(`${command} needs the ids of dead letters`);
  return [...new Set(texts.map(idOf))];
}

function listOf(options: readonly string[]): Request {
  let [ended, limit] = [false, defaultLimit];
  const left = [...options];
  for (let option = left.shift(); option !== undefined; option = left.shift()) {
    const [name, inline] = option.split('=', 2);
    if (option === '--all') ended = true;
    else if (name === '--limit') {
      limit = Number(inline ?? left.shift());
      if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
        throw new WrongArguments(`--limit must be 1 to ${maxLimit}`);
    } else throw new WrongArguments(`list does not know ${option}`);
  }
  return { command: 'list', ended, limit };
}

/** Throws `WrongArguments`. Without arguments: the list. */
export function requestOf(given: readonly string[]): Request {
  const [command = 'list', ...rest] = given;
  if ([command, ...rest].some((argument) => argument === '--help' || argument === '-h'))
    return { command: 'help' };
  switch (command) {
    case 'help':
      return { command };
    case 'list':
      return listOf(rest);
    case 'show': {
      const values = rest.includes('--values');
      const [id, ...more] = rest.filter((argument) => argument !== '--values');
      if (id === undefined || more.length > 0)
        throw new WrongArguments('show needs the id of one dead letter');
      return { command, id: idOf(id), values };
    }
    case 'replay':
      if (rest.length === 1 && rest[0] === '--all') return { command, ids: 'all' };
      return { command, ids: idsOf(rest, command) };
    case 'discard':
      return { command, ids: idsOf(rest, command) };
    default:
      throw new WrongArguments(`${command} is not known here`);
  }
}

export const help = `Messages that audit could not record, each with its reason.

  list [--all] [--limit <n>]   those that wait, newest last: id, time, topic/partition@offset, action and id of the event,
                               reason. --all: also those that were replayed or discarded. --limit: 1 to 1000, default 50
  show <id> [--values]         one of them as JSON. --values: with everything that its event says, also names and addresses
  replay <id>... | --all       handles them again, as audit does. An event that is recorded ends its dead letter; one that is
                               refused again, or that belongs to no trail, stays with the new reason. An event is never
                               recorded twice
  discard <id>...              ends them without recording anything. The rows stay in the table

Variables: DATABASE_URL (as audit's own role), DATABASE_SESSION_URL (Postgres itself, where that is a pooler), LOG_LEVEL; for replay
also ORGANIZATION_URL, CALLING_KEYS, EVENT_VERIFYING_KEYS and RPC_TLS_..., as audit has them. docs/kafka.md, "Dead letters", says what to do when.
Exit code: 0 when all was done; 1 when something was not, which is said; 2 for arguments that it does not know.`;

/** The connections of the command. */
export interface Platform {
  /** As the role of the service. */
  readonly databaseUrl: string;
  /** Called for `replay` only: the other commands need nothing but the database. */
  readonly replaying: () => Pick<ReplayOptions, 'organization' | 'publicKeys'>;
  readonly logger: Logger;
}

export interface DeadLetterCommand {
  /** Called once the arguments are understood and ask for more than the help. May throw `NotDone`. */
  readonly open: () => Platform | Promise<Platform>;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** The command did nothing; the message is for the operator. */
export class NotDone extends Error {}

async function list(
  db: Database,
  { ended, limit }: Request & { command: 'list' },
  print: DeadLetterCommand['print'],
) {
  const shown = await listDeadLetters(db, { ended, limit });
  for (const deadLetter of shown) print(lineOf(deadLetter));
  const waiting = await countWaiting(db, 10_000);
  const number = waiting === 10_000 ? '10000 or more' : String(waiting);
  print(
    `${number} ${waiting === 1 ? 'waits' : 'wait'}${shown.length === limit ? `; the newest ${limit} are shown` : ''}`,
  );
}

/** Throws an error that names all ids that do not exist or do not wait any more. */
async function waitingOf(db: Database, ids: readonly string[]): Promise<readonly StoredDeadLetter[]> {
  const found: StoredDeadLetter[] = [];
  const problems: string[] = [];
  for (const id of ids) {
    const deadLetter = await findDeadLetter(db, id);
    if (deadLetter === undefined) problems.push(`${id}: there is no such dead letter`);
    else if (deadLetter.endedAt === null) found.push(deadLetter);
    else problems.push(`${id}: was ${deadLetter.outcome} at ${deadLetter.endedAt.toISOString()}`);
  }
  if (problems.length > 0) throw new NotDone([...problems, 'Nothing was done.'].join('\n'));
  return found;
}

async function* allWaiting(db: Database): AsyncGenerator<StoredDeadLetter> {
  for (let after = '0'; ; ) {
    const next = await findNextWaiting(db, after);
    if (next === undefined) return;
    yield next;
    after = next.id;
  }
}

async function replayAll(
  deadLetters: AsyncIterable<StoredDeadLetter> | Iterable<StoredDeadLetter>,
  replay: Replay,
  print: DeadLetterCommand['print'],
): Promise<boolean> {
  let [recorded, refused, withoutTrail] = [0, 0, 0];
  for await (const deadLetter of deadLetters) {
    try {
      const result = await replay(deadLetter);
      if (result.outcome === 'recorded') recorded += 1;
      else if (result.outcome === 'refused') refused += 1;
      else withoutTrail += 1;
      print(`${deadLetter.id}: ${result.outcome}${'reason' in result ? `: ${result.reason}` : ''}`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const before =
        recorded + refused + withoutTrail === 0
          ? ''
          : `; ${recorded} before it were recorded, ${refused + withoutTrail} were not`;
      throw new NotDone(`${deadLetter.id}: ${error.message}. It stays as it was${before}. Try again later.`);
    }
  }
  print(
    `${recorded} recorded, ${refused} refused again${withoutTrail === 0 ? '' : `, ${withoutTrail} without a trail`}`,
  );
  return refused + withoutTrail === 0;
}

/** Runs `work` for one operator at a time. The lock belongs to a connection: Postgres releases it however the command ends. */
async function alone<T>({ databaseUrl: url, logger }: Platform, work: () => Promise<T>): Promise<T> {
  const locks = createAdvisoryLocks({ url, name: 'dead letters', logger });
  await locks.start();
  try {
    if ((await locks.tryLock('audit dead letters')) === undefined)
      throw new NotDone(
        'Somebody else replays or discards dead letters now. Nothing was done. Try again later.',
      );
    return await work();
  } finally {
    await locks.stop();
  }
}

async function perform(
  request: Exclude<Request, { command: 'help' }>,
  db: Database,
  platform: Platform,
  print: DeadLetterCommand['print'],
): Promise<boolean> {
  switch (request.command) {
    case 'list':
      await list(db, request, print);
      return true;
    case 'show': {
      const deadLetter = await findDeadLetter(db, request.id);
      if (deadLetter === undefined) throw new NotDone(`${request.id}: there is no such dead letter`);
      print(described(deadLetter, request));
      return true;
    }
    case 'replay': {
      const replay = createReplay({ db, ...platform.replaying() });
      const { ids } = request;
      return alone(platform, async () =>
        replayAll(ids === 'all' ? allWaiting(db) : await waitingOf(db, ids), replay, print),
      );
    }
    case 'discard':
      return alone(platform, async () => {
        const deadLetters = await waitingOf(db, request.ids);
        for (const { id } of deadLetters) {
          await endDeadLetter(db, id, 'discarded');
          print(`${id}: discarded`);
        }
        return true;
      });
    default:
      return request satisfies never;
  }
}

/** Does what the arguments ask for and returns the exit code. */
export async function runDeadLetters(
  given: readonly string[],
  { open, print, printError }: DeadLetterCommand,
): Promise<number> {
  let db: Database | undefined;
  try {
    const request = requestOf(given);
    if (request.command === 'help') {
      print(help);
      return 0;
    }
    const platform = await open();
    const { databaseUrl: url, logger } = platform;
    db = createPool({ url, applicationName: 'audit dead letters', max: 2, logger });
    return (await perform(request, db, platform, print)) ? 0 : 1;
  } catch (error) {
    if (error instanceof WrongArguments) {
      printError(`${error.message}\n\n${help}`);
      return 2;
    }
    if (!(error instanceof NotDone || error instanceof Failure)) throw error;
    printError(error.message);
    return 1;
  } finally {
    await db?.component.stop();
  }
}
