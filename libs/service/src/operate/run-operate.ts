import { Failure } from '@patchbay/errors/failure';
import type { Operator } from '@patchbay/trail/domain-event';
import { type Subject, useOf, WrongArguments } from './request.ts';

/** The exit codes of the command line that apply here: see "Exit codes" in docs/cli.md. */
const exitCodes = { success: 0, failure: 1, usage: 2, notFound: 3 } as const;

/** The result: one line for people, and the fields that it prints. */
export interface Outcome {
  readonly done: string;
  readonly found: Readonly<Record<string, unknown>>;
}

/** Runs a verb, and records it in the audit trail, in one transaction. Throws a failure `not_found` if nothing has this name. */
export type CommandHandler<Platform> = (
  platform: Platform,
  name: string,
  operator: Operator,
) => Promise<Outcome>;

export interface OperateCommand<Platform, Verb extends string> extends Subject<Verb> {
  readonly help: string;
  readonly handlers: Readonly<Record<Verb, CommandHandler<Platform>>>;
}

export interface OperateTerminal<Platform> {
  /** Called after the arguments were parsed, unless they ask for the help. */
  readonly open: () => Opened<Platform> | Promise<Opened<Platform>>;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

export interface Opened<Platform> {
  readonly platform: Platform;
  readonly close: () => void | Promise<void>;
}

/** JSON in ASCII: other characters in names and user agents could be control sequences of a terminal. */
const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replaceAll(
    /[^\x20-\x7e\n]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A line for each value, and for each element of a list. */
const linesOf = (found: Outcome['found']): string[] =>
  Object.entries(found).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [`${name}: ${value.length}`, ...value.map((element) => `  ${jsonOf(element)}`)]
      : [`${name}: ${jsonOf(value)}`],
  );

/** Runs the command and returns the exit code. */
export async function runOperate<Platform, Verb extends string>(
  given: readonly string[],
  command: OperateCommand<Platform, Verb>,
  { open, print, printError }: OperateTerminal<Platform>,
): Promise<number> {
  let opened: Opened<Platform> | undefined;
  try {
    const use = useOf(given, command);
    if (use === 'help') {
      print(command.help);
      return exitCodes.success;
    }
    opened = await open();
    const { done, found } = await command.handlers[use.verb](opened.platform, use.name, use.operator);
    if (use.json) print(jsonOf({ done, ...found }, 2));
    else for (const line of [done, ...linesOf(found)]) print(line);
    return exitCodes.success;
  } catch (error) {
    if (error instanceof WrongArguments) {
      printError(`${error.message}\n\n${command.help}`);
      return exitCodes.usage;
    }
    if (!(error instanceof Failure)) throw error;
    printError(error.message);
    return error.code === 'not_found' ? exitCodes.notFound : exitCodes.failure;
  } finally {
    await opened?.close();
  }
}
