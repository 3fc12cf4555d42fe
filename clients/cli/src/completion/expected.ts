import type { Command, Completes, Flag } from '../command.ts';
import { flagsOf } from '../flags.ts';
import { nounsOf } from '../help/nouns.ts';

export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The candidates for the last word of a command line. */
export interface Expected {
  readonly candidates: readonly Candidate[];
  /** More candidates come from this source. */
  readonly completes?: Completes | undefined;
  /** The prefix of each value, as in `--org=acme`. */
  readonly prefix: string;
  /** The common flags that were typed, for requests. */
  readonly flags: Readonly<Record<string, string>>;
}

/** The next names of commands below those that were typed. */
function namesBelow(names: readonly string[], commands: readonly Command[]): Candidate[] {
  const below = commands.filter(
    ({ path, isHidden }) => !isHidden && names.every((name, i) => path[i] === name),
  );
  if (names.length === 0)
    return nounsOf(below).map(({ name, summary }) => ({ value: name, description: summary }));
  return below.flatMap(({ path, summary }) => {
    const value = path[names.length];
    return value === undefined ? [] : [{ value, description: summary }];
  });
}

/** Reads the words before the last one as commander does, and tells what the last one may be. */
export function expectedAt(words: readonly string[], commands: readonly Command[]): Expected {
  const current = words.at(-1) ?? '';
  const before = words[0] === 'help' ? words.slice(1, -1) : words.slice(0, -1);
  const command = commands.find(({ path }) => path.every((name, i) => before[i] === name));
  if (command === undefined) return { candidates: namesBelow(before, commands), prefix: '', flags: {} };

  const { own, common } = flagsOf(command);
  const all = [...own, ...common];
  const flagOf = (word: string): Flag | undefined =>
    all.find(({ name }) => word.split('=')[0] === `--${name}`);
  const flags: Record<string, string> = {};
  let waiting: Flag | undefined;
  let position = 0;
  let endOfFlags = false;
  for (const word of before.slice(command.path.length)) {
    const found = endOfFlags ? undefined : flagOf(word);
    if (waiting && !(waiting.isValueOptional && word.startsWith('-'))) {
      flags[waiting.name] = word;
      waiting = undefined;
    } else if (word === '--') endOfFlags = true;
    else if (found) {
      waiting = found.value !== undefined && !word.includes('=') ? found : undefined;
      if (word.includes('=')) flags[found.name] = word.slice(word.indexOf('=') + 1);
    } else if (endOfFlags || !word.startsWith('-')) position += 1;
  }

  if (waiting && !(waiting.isValueOptional && current.startsWith('-')))
    return { candidates: [], completes: waiting.completes, prefix: '', flags };
  const attached = endOfFlags ? undefined : flagOf(current);
  if (attached && current.includes('='))
    return { candidates: [], completes: attached.completes, prefix: `--${attached.name}=`, flags };
  const args = command.args ?? [];
  const argument = args[position] ?? (args.at(-1)?.isVariadic ? args.at(-1) : undefined);
  if (!current.startsWith('-') && argument !== undefined)
    return { candidates: [], completes: argument.completes, prefix: '', flags };
  const typed = new Set(before.map((word) => word.split('=')[0]));
  const open = all.filter(({ name, repeats }) => repeats || !typed.has(`--${name}`));
  return {
    candidates: endOfFlags
      ? []
      : open.map(({ name, description }) => ({
          value: `--${name}`,
          description: firstSentence(description),
        })),
    prefix: '',
    flags,
  };
}

const firstSentence = (text: string): string => text.split(/(?<=\.) /)[0] ?? '';
