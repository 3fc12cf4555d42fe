import type { Command, Completes } from '../command.ts';
import { expectedAt } from '../completion/expected.ts';
import { Context } from '../context.ts';

const timeoutMs = 5_000;

/** Escapes names, which may have any character: each line is a value, a tab and a description. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

const isFixed = (completes: Completes | undefined): completes is readonly string[] =>
  Array.isArray(completes);

/** Called by the completion scripts. Prints the candidates for the last word, or `:files`. Prints nothing on failure. */
export const completeCommand = (commands: readonly Command[]): Command => ({
  path: ['__complete'],
  summary: 'Print what completes the last word',
  args: [{ name: 'words', description: 'The words after `patchbay`.', isOptional: true, isVariadic: true }],
  isHidden: true,
  async run({ io }, { args }) {
    const words = args.map((word) => word ?? '');
    const { completes, prefix, flags, ...expected } = expectedAt(words, commands);
    let { candidates } = expected;
    if (completes === 'files') {
      io.stdout.write(':files\n');
      return;
    }
    if (isFixed(completes)) candidates = completes.map((value) => ({ value, description: '' }));
    else if (completes !== undefined) {
      const { listed } = await import('../completion/listed.ts');
      const signal = AbortSignal.any([io.signal, io.clock.deadline(timeoutMs)]);
      candidates = await listed(new Context({ ...io, signal }, flags), completes).catch(() => []);
    }
    const typed = (words.at(-1) ?? '').slice(prefix.length).toLowerCase();
    for (const { value, description } of candidates)
      if (value.toLowerCase().startsWith(typed) && oneLine(value) === value)
        io.stdout.write(`${prefix}${value}\t${oneLine(description)}\n`);
  },
});
