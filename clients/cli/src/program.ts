import { Command as Commander, CommanderError, Option } from 'commander';
import { operationCommands } from './catalogue/operation-commands.ts';
import type { Command, Flag, Given } from './command.ts';
import { completeCommand } from './commands/complete.ts';
import { commands as own } from './commands/index.ts';
import { Context } from './context.ts';
import { exitCodeOf, exitCodes, type Failure, linesOf, usageFailure } from './failure.ts';
import { flagsOf, termOfArgument, termOfFlag } from './flags.ts';
import { catalogue } from './generated/catalogue.ts';
import { addExamples, addTopics, configureHelp, topicText } from './help/help.ts';
import { examplesOf, nounsOf } from './help/nouns.ts';
import { type Io, styled } from './terminal/io.ts';
import { clean } from './text/clean.ts';
import { cliVersion } from './version.ts';

/** All commands: the generated ones and the hand-written ones, which win. */
export function allCommands(): Command[] {
  const names = new Set(own.map(({ path }) => path.join(' ')));
  const all = [...own, ...operationCommands(catalogue).filter(({ path }) => !names.has(path.join(' ')))];
  return [...all, completeCommand(all)];
}

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function optionOf(flag: Flag, heading: string): Option {
  const option = new Option(termOfFlag(flag), flag.description).helpGroup(heading);
  return flag.repeats
    ? option.argParser((one: string, before?: readonly string[]) => [...(before ?? []), one])
    : option;
}

/** The value of a flag. Commander keeps `--no-wait` as `wait: false`. */
function valueOf(leaf: Commander, name: string): Given['flags'][string] {
  if (!name.startsWith('no-')) return leaf.getOptionValue(camel(name));
  return leaf.getOptionValue(camel(name.slice('no-'.length))) === false || undefined;
}

function addCommand(above: Commander, command: Command, io: Io): Commander {
  const { own: ownFlags, common } = flagsOf(command);
  const args = command.args ?? [];
  const leaf = above
    .command(command.path.at(-1) ?? '', { hidden: command.isHidden ?? false })
    .summary(command.summary)
    .description(command.description ?? command.summary)
    .usage([...args.map(termOfArgument), '[flags]'].join(' '));
  for (const argument of args) leaf.argument(termOfArgument(argument), argument.description);
  for (const flag of ownFlags) leaf.addOption(optionOf(flag, 'Flags:'));
  for (const flag of common) leaf.addOption(optionOf(flag, 'Common flags:'));
  leaf.addHelpOption(new Option('-h, --help', 'Shows this help.').helpGroup('Common flags:'));
  addExamples(leaf, io, command.examples ?? []);
  return leaf.action(async () => {
    const flags = [...ownFlags, ...common];
    const values = Object.fromEntries(flags.map(({ name }) => [name, valueOf(leaf, name)]));
    await command.run(new Context(io, values), { args: leaf.args, flags: values });
  });
}

/** The program with the first words of all commands, and with the verbs of those that are typed: building all would take longer than most commands. */
function buildProgram(io: Io, commands: readonly Command[], words: readonly string[]): Commander {
  const program = new Commander('patchbay')
    .description('Organizations, workspaces, API keys, integrations and the audit trail of Patchbay.')
    .usage('<command> [flags]')
    .helpCommand(false)
    .addHelpOption(new Option('-h, --help').hideHelp())
    .exitOverride();
  configureHelp(program, io);
  addTopics(program, io);
  for (const noun of nounsOf(commands)) {
    const [first] = noun.commands;
    if (first?.path.length === 1) {
      addCommand(program, first, io).helpGroup(noun.heading);
      continue;
    }
    const group = program
      .command(noun.name)
      .summary(noun.summary)
      .description(noun.description)
      .usage('<command> [flags]')
      .helpGroup(noun.heading)
      .helpCommand(false);
    if (!words.includes(noun.name)) continue;
    for (const command of noun.commands) addCommand(group, command, io);
    addExamples(group, io, examplesOf(noun));
  }
  return program;
}

/** Aliases from other command lines: `organizations ls` is `org list`. */
function withKnownNames(given: readonly string[], commands: readonly Command[]): readonly string[] {
  if (given[0] === 'help') return ['help', ...withKnownNames(given.slice(1), commands)];
  const [first = '', second, ...rest] = given;
  const isKnown = (noun: string) => commands.some(({ path }) => path.length > 1 && path[0] === noun);
  const noun = [first, first.replace(/s$/, ''), first.replace(/^organi[sz]ations?$/, 'org')].find(isKnown);
  return noun === undefined
    ? given
    : [noun, ...(second === undefined ? [] : [second === 'ls' ? 'list' : second]), ...rest];
}

/** `help org` is `org --help`; a group of commands without a verb shows its help. An unknown command is told as such, also where help is asked for. */
function withHelp(given: readonly string[], commands: readonly Command[]): readonly string[] {
  const words = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const firstFlag = words.findIndex((word) => word.startsWith('-'));
  const names = firstFlag === -1 ? words : words.slice(0, firstFlag);
  const isGroup = commands.some(
    ({ path }) => names.length < path.length && names.every((name, i) => path[i] === name),
  );
  if (isGroup) return firstFlag === -1 ? [...words, '--help'] : words;
  const isCommand = commands.some(({ path }) => path.every((name, i) => names[i] === name));
  return isCommand ? words : names;
}

/** A message of commander as a sentence. Its second line is "(Did you mean …?)". */
function failureOf(
  { message }: CommanderError,
  words: readonly string[],
  commands: readonly Command[],
): Failure {
  const [first = '', ...suggestions] = message.replace(/^error: /, '').split('\n');
  const command = commands.find(({ path: names }) => names.every((name, i) => words[i] === name));
  const path =
    command?.path ?? (commands.some(({ path: [noun] }) => noun === words[0]) ? words.slice(0, 1) : []);
  const examples = first.includes('argument') ? (command?.examples ?? []) : [];
  const suggestion = suggestions.map((line) => line.replace(/^\((.*)\)$/, '$1'));
  return usageFailure(
    `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`,
    [
      ...suggestion,
      ...examples.slice(0, 1).map((line) => `For example: ${line}`),
      `Run \`${['patchbay', ...path, '--help'].join(' ')}\` for help.`,
    ].join('\n'),
  );
}

/** Runs a command line and resolves with an exit code; rejects with what a command fails with. */
export async function run(
  io: Io,
  given: readonly string[],
  commands: readonly Command[] = allCommands(),
): Promise<number> {
  if (['--version', '-v', 'version'].includes(given[0] ?? '')) {
    io.stdout.write(`patchbay ${cliVersion()}\n`);
    return exitCodes.success;
  }
  const topic = given[0] === 'help' ? topicText(io, given[1] ?? '') : undefined;
  if (topic !== undefined) {
    io.stdout.write(topic);
    return exitCodes.success;
  }
  const words = withHelp(withKnownNames(given, commands), commands);
  try {
    await buildProgram(io, commands, words).parseAsync([...words], { from: 'user' });
    return exitCodes.success;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw failureOf(error, words, commands);
    return exitCodes.success;
  }
}

/** Runs a command line and writes its error to stderr. Resolves with the exit code. */
export async function execute(io: Io, words: readonly string[]): Promise<number> {
  const { stderr, signal } = io;
  try {
    return await run(io, words);
  } catch (error) {
    if (signal.aborted) {
      // The terminal may have echoed ^C. The prompt of the shell starts on a new line.
      if (stderr.isTTY) stderr.write('\n');
      return exitCodes.interrupted;
    }
    for (const [index, line] of linesOf(error).entries())
      stderr.write(`${index === 0 ? `${styled(io, stderr, 'red', 'error:')} ` : ''}${clean(line)}\n`);
    return exitCodeOf(error);
  }
}
