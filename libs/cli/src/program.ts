import { Command as Commander, CommanderError, Option } from 'commander';
import { operationCommands } from './catalogue/operation-commands.ts';
import type { Command, Flag, Given } from './command.ts';
import { commands as own } from './commands/index.ts';
import { Context } from './context.ts';
import { exitCodes } from './failure.ts';
import { catalogue } from './generated/catalogue.ts';
import type { Io } from './terminal/io.ts';

export const commonFlags: readonly Flag[] = [
  { name: 'org', value: 'slug', description: 'The organization.', completes: 'organizations' },
  { name: 'workspace', value: 'slug', description: 'The workspace.', completes: 'workspaces' },
  { name: 'profile', value: 'name', description: 'The profile.' },
  { name: 'host', value: 'url', description: 'The address of the API.' },
  { name: 'debug', description: 'Shows requests on stderr, without secrets.' },
];

export const dataFlags: readonly Flag[] = [
  {
    name: 'json',
    value: 'fields',
    isValueOptional: true,
    description: 'Prints JSON; of the given fields only, if there are any.',
  },
  { name: 'jq', value: 'filter', description: 'Prints what a jq filter makes of the JSON.' },
  { name: 'csv', description: 'Prints CSV.' },
];

/** All commands: those of operations, and those with a hand of their own, which win. */
export function allCommands(): Command[] {
  const names = new Set(own.map(({ path }) => path.join(' ')));
  return [...own, ...operationCommands(catalogue).filter(({ path }) => !names.has(path.join(' ')))];
}

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function optionOf({ name, value, isValueOptional, repeats, description }: Flag): Option {
  const shown = value === undefined ? '' : isValueOptional ? ` [${value}]` : ` <${value}>`;
  const option = new Option(`--${name}${shown}`, description);
  return repeats ? option.argParser((one: string, before: string[] = []) => [...before, one]) : option;
}

/** The value of a flag. Commander keeps `--no-wait` as `wait: false`. */
function valueOf(leaf: Commander, name: string): Given['flags'][string] {
  if (!name.startsWith('no-')) return leaf.getOptionValue(camel(name));
  return leaf.getOptionValue(camel(name.slice('no-'.length))) === false || undefined;
}

/** Adds a command to the program, with the groups above it. */
function add(program: Commander, command: Command, io: Io, all: readonly Command[]): void {
  const group = command.path.slice(0, -1).reduce((above, name) => {
    const found = above.commands.find((one) => one.name() === name);
    return found ?? above.command(name);
  }, program);
  const flags = [...(command.flags ?? []), ...(command.printsData ? dataFlags : []), ...commonFlags];
  const unique = flags.filter((flag, index) => flags.findIndex(({ name }) => name === flag.name) === index);
  const leaf = group
    .command(command.path.at(-1) ?? '', { hidden: command.isHidden ?? false })
    .summary(command.summary)
    .description(command.description ?? command.summary);
  for (const { name, description, isOptional, isVariadic } of command.args ?? []) {
    const shown = isVariadic ? `${name}...` : name;
    leaf.argument(isOptional ? `[${shown}]` : `<${shown}>`, description);
  }
  for (const flag of unique) leaf.addOption(optionOf(flag));
  leaf.action(async () => {
    const values = Object.fromEntries(unique.map(({ name }) => [name, valueOf(leaf, name)]));
    await command.run(new Context(io, values, all), { args: leaf.args, flags: values });
  });
}

export function buildProgram(io: Io, commands: readonly Command[]): Commander {
  const program = new Commander('patchbay');
  program.exitOverride().configureOutput({
    writeOut: (text) => void io.stdout.write(text),
    writeErr: (text) => void io.stderr.write(text),
  });
  for (const command of commands) add(program, command, io, commands);
  return program;
}

/** Runs a command line and resolves with an exit code; rejects with what a command fails with. */
export async function run(io: Io, words: readonly string[]): Promise<number> {
  try {
    await buildProgram(io, allCommands()).parseAsync([...words], { from: 'user' });
    return exitCodes.success;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  }
}
