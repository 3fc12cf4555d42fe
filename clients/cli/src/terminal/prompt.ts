import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Failure, usageFailure } from '../failure.ts';
import { cleanLine } from '../text/clean.ts';
import { type Io, isInteractive, styled } from './io.ts';

/** Asks a person; fails where there is none. Questions go to stderr. */
async function question(io: Io, shown: string, isSecret: boolean): Promise<string> {
  if (!isInteractive(io)) throw usageFailure(`There is no terminal to ask: ${shown}`);
  // With a terminal as output, readline would echo what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: io.stdin, output: isSecret ? silent : io.stderr, terminal: true });
  // The terminal is in raw mode, in which Ctrl-C is a key, and Ctrl-D ends the input.
  reader.once('SIGINT', io.interrupt);
  const ended = new Promise<never>((_resolve, reject) => {
    reader.once('close', () => reject(new Failure('The input ended before the answer.')));
  });
  // Printed after raw mode is on: earlier input would be echoed.
  if (isSecret) io.stderr.write(`${shown} `);
  try {
    return (await Promise.race([reader.question(`${shown} `, { signal: io.signal }), ended])).trim();
  } finally {
    reader.close();
    if (isSecret) io.stderr.write('\n');
  }
}

/** A line that a person types. */
export const ask = (io: Io, shown: string): Promise<string> => question(io, shown, false);

/** A line that a person types and the terminal does not show; without a terminal all of stdin. */
export async function askSecret(io: Io, shown: string): Promise<string> {
  return isInteractive(io)
    ? await question(io, shown, true)
    : (await text(addAbortSignal(io.signal, io.stdin))).trim();
}

/** Asks yes or no. Default no. */
export async function confirm(io: Io, shown: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(io, `${shown} ${styled(io, io.stderr, 'dim', '[y/N]')}`));
}

/** Options for `choose`: organizations or workspaces by their slugs. */
export const slugOptions = (things: readonly { readonly slug: string; readonly name: string }[]) =>
  things.map(({ slug, name }) => ({ label: `${cleanLine(slug)}  ${cleanLine(name)}`, value: slug }));

/** Asks for one of the values by its number. */
export async function choose<Value>(
  io: Io,
  shown: string,
  options: readonly { readonly label: string; readonly value: Value }[],
): Promise<Value> {
  for (const [index, { label }] of options.entries()) io.stderr.write(`  ${index + 1}  ${label}\n`);
  for (;;) {
    const option = options[Number(await ask(io, `${shown} (1 to ${options.length})`)) - 1];
    if (option !== undefined) return option.value;
  }
}
