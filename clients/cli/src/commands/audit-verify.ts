import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { ChainBroken, type VerifiedExport, verifyExport } from '@patchbay/client';
import { operationOf } from '../catalogue/lists.ts';
import { flagOf } from '../catalogue/operation-commands.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure, usageFailure } from '../failure.ts';
import { asksForData, print } from '../output/print.ts';
import type { Io } from '../terminal/io.ts';
import { withProgress } from '../terminal/progress.ts';
import { cleanLine } from '../text/clean.ts';
import { entriesOf } from '../text/formats.ts';

const serverCheck = operationOf('verifyAuditLogs');

/** The lines of a file; `-` is stdin. Only line feeds end lines: entries may have other characters that end lines elsewhere. */
async function* linesOf(io: Io, file: string, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  const input = addAbortSignal(io.signal, file === '-' ? io.stdin : createReadStream(file));
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let [rest, bytes] = ['', 0];
  for await (const chunk of input as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    onBytes?.(bytes);
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

async function sizeOf(file: string): Promise<number | undefined> {
  if (file === '-') return undefined;
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw usageFailure(`There is no file ${cleanLine(file)}.`);
  return found.isFile() ? found.size : undefined;
}

interface Proof {
  readonly heads: string | undefined;
  readonly keys: readonly string[];
}

/** Recomputes the chain of an export. */
async function verifyFile(io: Io, file: string, { heads, keys }: Proof): Promise<VerifiedExport> {
  const [size] = await Promise.all([file, ...(heads === undefined ? [] : [heads]), ...keys].map(sizeOf));
  const publicKeys = await Promise.all(keys.map((key) => readFile(key, 'utf8')));
  let [count, share] = [0, undefined as number | undefined];
  const lines = linesOf(io, file, (bytes) => {
    share = size === undefined ? undefined : bytes / size;
  });
  const entries = verifyExport(lines, {
    publicKeys,
    heads: heads === undefined ? undefined : linesOf(io, heads),
    onProgress: (checked) => (count = checked),
  });
  try {
    return await withProgress(
      io,
      () => ({ text: entriesOf(count), share }),
      async () => {
        for (;;) {
          const next = await entries.next();
          if (next.done) return next.value;
        }
      },
    );
  } catch (error) {
    io.signal.throwIfAborted();
    if (error instanceof ChainBroken) throw new Failure(`The chain is broken. ${cleanLine(error.message)}`);
    // Malformed keys and heads, and bytes that are not UTF-8.
    if (error instanceof TypeError)
      throw usageFailure(error.message.replace(/publicKeys\[(\d+)\]/, (_, index) => keys[index] ?? ''));
    throw error;
  }
}

/** The summary of an export. */
export function summaryOf(
  { entries, first, last, lastHash, heads }: VerifiedExport,
  areSignaturesChecked: boolean,
): string[] {
  const { matched, total, earlier, newest } = heads;
  return [
    `The lines fit together: ${entriesOf(entries)}, sequence ${first} to ${last}, hash of the last one ${lastHash}.`,
    ...(newest === undefined
      ? []
      : [
          `${matched} of ${total} heads are of these entries, ${earlier} of entries before them. The newest names sequence ${newest.sequence} and says that it was signed at ${cleanLine(newest.signedAt)}.`,
          ...(areSignaturesChecked
            ? []
            : [
                'Signatures were not checked: whoever wrote the export may have written the heads. Give --key.',
              ]),
        ]),
  ];
}

/** Why an intact chain of lines does not prove that the export is complete. */
export function doubtOf({ anchored, first, beforeFirst }: VerifiedExport): Failure | undefined {
  if (first === undefined) return new Failure('There are no entries.');
  if (anchored) return undefined;
  return new Failure(
    `Nothing shows that sequence ${first} may be the first.`,
    exitCodes.failure,
    `Where entries were removed by retention, their checkpoint does: a head with "removed":true, sequence ${first - 1} and hash ${beforeFirst}. Give it with --heads, and the key that signed it with --key.`,
  );
}

interface Found {
  readonly intact: boolean;
  readonly checked: number;
  readonly firstBrokenSequence: number | null;
}

/** Runs the verification of the server, part by part. */
async function verifyOnServer(context: Context, afterSequence: number): Promise<Found> {
  const client = await context.client();
  const { org: orgSlug } = context;
  const { auditLogs } = await client.listAuditLogs({ orgSlug, limit: 1 });
  const total = auditLogs[0]?.sequence ?? 1;
  let [checked, next] = [0, afterSequence];
  return await withProgress(
    context.io,
    () => ({ text: `${entriesOf(checked)} checked by the server`, share: next / total }),
    async () => {
      for (;;) {
        const part = await client.verifyAuditLogs({ orgSlug, afterSequence: next });
        checked += part.checked;
        const { intact, firstBrokenSequence, nextSequence } = part;
        if (nextSequence === null) return { intact, checked, firstBrokenSequence };
        if (nextSequence <= next) throw new Failure('The server does not come to the end of its trail.');
        next = nextSequence;
      }
    },
  );
}

export const auditVerify: Command = {
  path: ['audit', 'verify'],
  summary: 'Check the chain of the audit trail, or of an export of it',
  description:
    'With a file, recomputes the hash chain of an export without asking anybody, and compares it with signed heads that somebody kept. Without one, the server checks its own trail.\n\nEnds with 0 where the chain is intact. Ends with 1 where it is broken, and names the first wrong line; and where the lines fit together but nothing shows that the first of them may be the first. Ends with 2 where a file is missing, or is not what it should be.',
  args: [
    {
      name: 'file',
      description: 'An export without filters; - is stdin.',
      isOptional: true,
      completes: 'files',
    },
  ],
  flags: [
    {
      name: 'heads',
      value: 'file',
      description: 'Signed heads of this organization that somebody kept, one a line.',
      completes: 'files',
    },
    {
      name: 'key',
      value: 'file',
      repeats: true,
      description:
        'A public key in PEM that heads may be signed with. Without one, signatures are not checked, and checkpoints of retention do not count.',
      completes: 'files',
    },
    ...serverCheck.queryParameters.map(flagOf),
  ],
  printsData: true,
  examples: [
    'patchbay audit verify # the server checks its own trail',
    'patchbay audit verify export.ndjson',
    'patchbay audit verify export.ndjson --heads heads.ndjson --key public-key.pem',
    'patchbay audit export | patchbay audit verify -',
  ],
  async run(context, { args: [file], flags }) {
    const asData = asksForData(context);
    const heads = flags['heads'] as string | undefined;
    const keys = (flags['key'] ?? []) as readonly string[];
    if (file === undefined) {
      if (heads !== undefined || keys.length > 0)
        throw usageFailure('--heads and --key go with a file.', 'The server has its own heads.');
      const after = Number(flags['after-sequence'] ?? 0);
      if (!Number.isSafeInteger(after) || after < 0)
        throw usageFailure('--after-sequence takes a whole number.');
      const found = await verifyOnServer(context, after);
      if (asData) await print(context, { value: found, fields: Object.keys(found) });
      else if (found.intact)
        context.io.stdout.write(`The chain is intact: ${entriesOf(found.checked)} checked.\n`);
      if (!found.intact)
        throw new Failure(
          `The chain is broken. The first entry that was altered or removed has sequence ${found.firstBrokenSequence}.`,
        );
      return;
    }
    const found = await verifyFile(context.io, file, { heads, keys });
    const doubt = doubtOf(found);
    if (asData) await print(context, { value: found, fields: Object.keys(found) });
    else if (found.entries > 0) {
      const lines = [
        ...summaryOf(found, keys.length > 0),
        ...(doubt === undefined ? ['The chain is intact.'] : []),
      ];
      context.io.stdout.write(`${lines.join('\n')}\n`);
    }
    if (doubt !== undefined) throw doubt;
  },
};
