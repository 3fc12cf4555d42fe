import type { Command, Flag } from '../command.ts';
import { exitCodeMeanings } from '../failure.ts';
import { commonFlags, dataFlags, flagsOf, termOfFlag, usageOf } from '../flags.ts';
import { nounsOf } from '../help/nouns.ts';
import { environmentVariables } from '../settings/environment.ts';

type Rows = readonly (readonly string[])[];
/** Makes a table in Markdown. */
type Table = (head: readonly string[], rows: Rows) => string;

const code = (text: string): string => `\`${text}\``;
const flagRows = (flags: readonly Flag[]): Rows =>
  flags.map((flag) => [code(termOfFlag(flag)), flag.description]);

/** All commands, by their nouns. */
const commandsText = (commands: readonly Command[], table: Table): string =>
  nounsOf(commands.filter(({ isHidden }) => !isHidden))
    .map(({ name, summary, commands: below }) =>
      [
        `## patchbay ${name}`,
        `${summary}.`,
        table(
          ['Command', 'What it does', 'Flags'],
          below.map((command) => [
            code(usageOf(command)),
            command.summary,
            flagsOf(command)
              .own.map((flag) => code(termOfFlag(flag)))
              .join(', '),
          ]),
        ),
      ].join('\n\n'),
    )
    .join('\n\n');

/** The generated parts of docs/cli.md and docs/cli-reference.md, by name. */
export const referenceTables = (
  commands: readonly Command[],
  table: Table,
): readonly (readonly [string, string])[] => [
  ['commands of the command line', commandsText(commands, table)],
  ['flags of every command', table(['Flag', 'Meaning'], flagRows(commonFlags))],
  ['flags of commands that print data', table(['Flag', 'Meaning'], flagRows(dataFlags))],
  [
    'variables of the command line',
    table(
      ['Variable', 'Meaning'],
      environmentVariables.map(([name, meaning]) => [code(name), meaning]),
    ),
  ],
  ['exit codes of the command line', table(['Code', 'Meaning'], exitCodeMeanings)],
];
