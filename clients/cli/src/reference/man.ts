import type { Command, Flag } from '../command.ts';
import { exitCodeMeanings } from '../failure.ts';
import { commonFlags, flagsOf, termOfFlag, usageOf } from '../flags.ts';
import { examplesOf, type Noun, nounsOf } from '../help/nouns.ts';
import { environmentVariables } from '../settings/environment.ts';

/** A text as roff: code in backticks is bold, and no line starts with a control character. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/`([^`]+)`/g, String.raw`\fB$1\fR`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);

const paragraphs = (text: string): string => roff(text).replaceAll(/\n{2,}/g, '\n.PP\n');

const quoted = (text: string): string => `"${roff(text).replaceAll('"', String.raw`\(dq`)}"`;

const section = (title: string, ...lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`.SH ${quoted(title)}`, ...lines];

/** Terms with their descriptions below. */
const items = (list: readonly (readonly [term: string, description: string])[]): string[] =>
  list.flatMap(([term, description]) => [
    '.TP',
    roff(`\`${term}\``),
    paragraphs(description) || String.raw`\&`,
  ]);

const flagItems = (flags: readonly Flag[]): string[] =>
  items(flags.map((flag) => [termOfFlag(flag), flag.description]));

const examples = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['.EX', ...lines.map(roff), '.EE'];

const header = (name: string, version: string, summary: string): string[] => [
  `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`patchbay ${version}`)} "Patchbay"`,
  ...section('NAME', roff(`${name} - ${summary}`)),
];

/** `\-` stands in names of pages, so that they can be copied. */
const pageOf = ({ name }: Noun): string => `patchbay-${name}`;

function commandLines(command: Command): string[] {
  const { args = [], description = command.summary } = command;
  return [
    `.SS ${quoted(usageOf(command))}`,
    paragraphs(description),
    ...items(args.map(({ name, description: text }) => [name, text])),
    ...flagItems(flagsOf(command).own),
  ];
}

const nounPage = (noun: Noun, version: string): string =>
  [
    ...header(pageOf(noun), version, noun.summary),
    ...section('SYNOPSIS', ...noun.commands.flatMap((one) => [roff(`\`${usageOf(one)}\` [flags]`), '.br'])),
    ...section('DESCRIPTION', paragraphs(noun.description)),
    ...section('COMMANDS', ...noun.commands.flatMap(commandLines)),
    ...section('EXAMPLES', ...examples(examplesOf(noun))),
    ...section('SEE ALSO', `.BR patchbay (1)`),
  ].join('\n');

const mainPage = (nouns: readonly Noun[], version: string): string =>
  [
    ...header('patchbay', version, 'the command line of Patchbay'),
    ...section('SYNOPSIS', roff('`patchbay` <command> [flags]')),
    ...section('COMMANDS', ...items(nouns.map(({ name, summary }) => [name, `${summary}.`]))),
    ...section('FLAGS OF EVERY COMMAND', ...flagItems(commonFlags)),
    ...section('ENVIRONMENT', ...items(environmentVariables)),
    ...section('EXIT STATUS', ...items(exitCodeMeanings)),
    ...section('SEE ALSO', nouns.map((noun) => `.BR ${roff(pageOf(noun))} (1)`).join(' ,\n')),
  ].join('\n');

/** The man pages, by the names of their files: one of the program, and one of each noun. */
export function manPages(commands: readonly Command[], version: string): ReadonlyMap<string, string> {
  const nouns = nounsOf(commands.filter(({ isHidden }) => !isHidden));
  return new Map([
    ['patchbay.1', `${mainPage(nouns, version)}\n`],
    ...nouns.map((noun) => [`${pageOf(noun)}.1`, `${nounPage(noun, version)}\n`] as const),
  ]);
}
