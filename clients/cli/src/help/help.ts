import { type Argument, type Command as Commander, Help } from 'commander';
import { exitCodeMeanings } from '../failure.ts';
import { environmentVariables } from '../settings/environment.ts';
import { columnsOf, type Io, styled } from '../terminal/io.ts';

/** Maximum width of the column of terms. Longer terms get a line of their own. */
const widestTerm = 26;
/** In a narrower terminal, descriptions stand below their terms. */
const narrow = 60;
const minWidthToWrap = 20;

const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** A term with its description beside or below it, in the width of the terminal. */
function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  if (description === '') return indented(term, 2);
  const width = helper.helpWidth ?? 80;
  const column = width < narrow ? 4 : Math.min(termWidth, widestTerm) + 2;
  const text = indented(helper.boxWrap(description, width - column - 2), column);
  const fits = width >= narrow && term.length <= widestTerm;
  return indented(fits ? term + text.slice(term.length) : `${term}\n${text}`, 2);
}

/** Command lines; a comment stands above its line where both are too wide for the terminal. */
function examplesText(examples: readonly string[], width: number): string[] {
  return examples.flatMap((example) => {
    const [line = '', comment] = example.split(/ +# /);
    if (comment === undefined) return [`  ${line}`];
    const beside = `  ${line}  # ${comment}`;
    return beside.length <= width ? [beside] : [`  # ${comment}`, `  ${line}`];
  });
}

const itemsText = (items: readonly (readonly [string, string])[], helper: Help): string[] => {
  const widest = Math.max(...items.map(([term]) => term.length));
  return items.map(([term, description]) => formatItem(term, widest, description, helper));
};

/** Adds sections below the help of a command. */
function addSections(
  command: Commander,
  io: Io,
  sections: (helper: Help) => readonly (readonly [title: string, lines: readonly string[]])[],
): void {
  command.addHelpText('after', () => {
    const helper = command.createHelp();
    helper.prepareContext({ helpWidth: columnsOf(io) ?? 80 });
    return sections(helper)
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => ['', ...(title ? [helper.styleTitle(title)] : []), ...lines].join('\n'))
      .join('\n');
  });
}

const termOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** Settings that every command of the program inherits. */
export function configureHelp(program: Commander, io: Io): void {
  program
    .configureHelp({
      formatItem,
      minWidthToWrap,
      styleTitle: (title) => styled(io, io.stdout, 'bold', title),
      subcommandTerm: (command) =>
        [command.name(), ...(command.parent?.parent ? command.registeredArguments.map(termOf) : [])].join(
          ' ',
        ),
    })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // Errors are thrown and printed by `execute`.
      writeErr: () => undefined,
      getOutHelpWidth: () => columnsOf(io) ?? 80,
      getOutHasColors: () => io.stdout.isTTY,
    });
}

export function addExamples(command: Commander, io: Io, examples: readonly string[]): void {
  addSections(command, io, () => [['Examples:', examplesText(examples, columnsOf(io) ?? 80)]]);
}

const topics = [
  { name: 'environment', title: 'Environment variables:', items: environmentVariables },
  { name: 'exit-codes', title: 'Exit codes:', items: exitCodeMeanings },
];

/** The output of `patchbay help environment` and other help topics. */
export function topicText(io: Io, name: string): string | undefined {
  const topic = topics.find((one) => one.name === name);
  if (topic === undefined) return undefined;
  const helper = Object.assign(new Help(), { minWidthToWrap });
  helper.prepareContext({ helpWidth: columnsOf(io) ?? 80 });
  return `${[styled(io, io.stdout, 'bold', topic.title), ...itemsText(topic.items, helper)].join('\n')}\n`;
}

/** Points to the rest of the help, which would not fit on a screen. */
export function addTopics(program: Commander, io: Io): void {
  addSections(program, io, (helper) => [
    [
      'More:',
      itemsText(
        [
          ['<command> --help', 'Explains a command, with examples'],
          ['help environment', 'Lists the environment variables'],
          ['help exit-codes', 'Lists the exit codes'],
          ['--version', 'Shows the version'],
        ],
        helper,
      ),
    ],
  ]);
}
