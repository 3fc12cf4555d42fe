import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createExportVerifier, type ExportVerifier } from '@patchbay/testing/verify-export';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChainBroken, type VerifiedExport, type VerifyOptions, verifyExport } from './verify-export.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly sequence: number; readonly hash: string };

const zeros = '0'.repeat(64);
const read = (line: string | undefined): Entry => JSON.parse(line ?? '') as Entry;

/** A line of an export. The names of an entry are given in their order. */
function lineOf(name: string, sequence: number, previousHash: string): string {
  const form = JSON.stringify({ action: 'x', previousHash, sequence, target: { name } });
  return `${form.slice(0, -1)},"hash":"${createHash('sha256').update(form).digest('hex')}"}`;
}

function chainOf(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names)
    lines.push(lineOf(name, lines.length + 1, lines.length === 0 ? zeros : read(lines.at(-1)).hash));
  return lines;
}

const names = [
  'quotes " \\ /',
  'DEL \u007f',
  'lines \u2028 \ufeff',
  'emoji 👩‍🚀 é',
  '\b\t\u0001',
  'six',
  'seven',
  'eight',
];
const lines = chainOf(names);
const rewritten = chainOf(names.with(0, 'other'));
const keys = generateKeyPairSync('ed25519');
const otherKeys = generateKeyPairSync('ed25519');
const pemOf = ({ publicKey }: { publicKey: KeyObject }): string =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();

function headOf(
  line: string | undefined,
  { removed = false, signer = keys, organizationId = 'acme' } = {},
): string {
  const { hash, sequence } = read(line);
  const fields = { hash, key: 'k', organizationId, ...(removed && { removed }), sequence };
  const statement = { ...fields, signedAt: '2026-11-15T09:30:00.000Z' };
  const signature = sign(
    null,
    Buffer.from(`patchbay chain head v1\n${JSON.stringify(statement)}`),
    signer.privateKey,
  ).toString('base64');
  return JSON.stringify({ ...statement, signature });
}

async function summaryOf(all: Iterable<string>, options?: VerifyOptions): Promise<VerifiedExport> {
  const entries = verifyExport(all, options);
  for (;;) {
    const next = await entries.next();
    if (next.done === true) return next.value;
  }
}

/** The exit code that docs/verify-export.sh has for the same, and the line that is wrong. */
async function verdictOf(all: readonly string[], options: VerifyOptions) {
  try {
    const { anchored } = await summaryOf(all, options);
    return { code: anchored ? 0 : 3, line: undefined };
  } catch (error) {
    if (error instanceof ChainBroken) return { code: 1, line: error.line };
    if (error instanceof TypeError) return { code: 2, line: undefined };
    throw error;
  }
}

let script: ExportVerifier;
beforeAll(async () => {
  script = await createExportVerifier();
});
afterAll(() => script?.remove());

async function verdictOfScript(all: readonly string[], { heads, publicKeys = [] }: VerifyOptions) {
  const text = (parts: Iterable<string>): string => [...parts].map((line) => `${line}\n`).join('');
  const files = [await script.write('export.ndjson', text(all))];
  if (heads !== undefined) files.push(await script.write('heads.ndjson', text(heads as string[])));
  for (const [index, pem] of publicKeys.entries()) files.push(await script.write(`${index}.pem`, pem));
  const { code, output } = await script.run(files);
  const line = /^BROKEN at line (\d+)/m.exec(output)?.[1];
  return { code, line: line === undefined ? undefined : Number(line), output };
}

const publicKeys = [pemOf(keys)];
const left = lines.slice(3);
const checkpoint = headOf(lines[2], { removed: true });
const cases: [string, { all: readonly string[]; code: number; line?: number } & VerifyOptions][] = [
  ['an intact export', { all: lines, code: 0 }],
  ['no entries', { all: [], code: 3 }],
  ['an altered line', { all: lines.with(2, (lines[2] ?? '').replace('lines', 'limes')), code: 1, line: 3 }],
  ['a line that was altered with its hash', { all: lines.with(2, rewritten[2] ?? ''), code: 1, line: 3 }],
  [
    'a line whose content was altered with its hash',
    { all: lines.with(2, lineOf('other', 3, read(lines[1]).hash)), code: 1, line: 4 },
  ],
  ['a removed line', { all: lines.toSpliced(3, 1), code: 1, line: 4 }],
  ['a repeated line', { all: lines.toSpliced(3, 0, lines[2] ?? ''), code: 1, line: 4 }],
  ['reordered lines', { all: lines.with(4, lines[5] ?? '').with(5, lines[4] ?? ''), code: 1, line: 5 }],
  ['a name twice', { all: lines.with(1, (lines[1] ?? '').replace('{', '{"action":"y",')), code: 1, line: 2 }],
  ['other spaces', { all: lines.with(1, (lines[1] ?? '').replaceAll('":', '": ')), code: 1, line: 2 }],
  ['half a line', { all: lines.with(7, (lines[7] ?? '').slice(0, 90)), code: 1, line: 8 }],
  ['a line that is not JSON', { all: lines.with(3, 'nothing'), code: 1, line: 4 }],
  ['an empty line at the end', { all: [...lines, ''], code: 1, line: 9 }],
  [
    'an inserted line that continues the one before',
    { all: lines.toSpliced(3, 0, lineOf('other', 4, read(lines[2]).hash)), code: 1, line: 5 },
  ],
  ['a beginning that is none', { all: [lineOf('one', 1, 'f'.repeat(64))], code: 1, line: 1 }],
  ['sequence 0', { all: [lineOf('none', 0, zeros)], code: 1, line: 1 }],
  ['a missing beginning', { all: left, code: 3 }],
  ['kept heads', { all: lines, heads: [headOf(lines[3]), headOf(lines[5])], publicKeys, code: 0 }],
  ['heads without a key', { all: lines, heads: [headOf(lines[3])], code: 0 }],
  ['an end that was cut off', { all: lines.slice(0, 5), heads: [headOf(lines[6])], publicKeys, code: 1 }],
  ['a rewritten chain without heads', { all: rewritten, code: 0 }],
  ['a rewritten chain', { all: rewritten, heads: [headOf(lines[4])], publicKeys, code: 1, line: 5 }],
  [
    'two heads of different chains',
    { all: lines, heads: [headOf(lines[4]), headOf(rewritten[4])], publicKeys, code: 1 },
  ],
  [
    'a forged head',
    { all: lines, heads: [headOf(lines[3]), headOf(lines[5], { signer: otherKeys })], publicKeys, code: 1 },
  ],
  [
    'heads of two keys',
    {
      all: lines,
      heads: [headOf(lines[3]), headOf(lines[5], { signer: otherKeys })],
      publicKeys: [...publicKeys, pemOf(otherKeys)],
      code: 0,
    },
  ],
  [
    'a changed head',
    { all: lines, heads: [headOf(lines[3]).replace('"sequence":4', '"sequence":5')], publicKeys, code: 1 },
  ],
  ['a head that is none', { all: lines, heads: [headOf(lines[3]), 'nothing'], publicKeys, code: 1 }],
  ['no heads', { all: lines, heads: [], publicKeys, code: 2 }],
  [
    'heads of two organizations',
    { all: lines, heads: [headOf(lines[3]), headOf(lines[4], { organizationId: 'globex' })], code: 2 },
  ],
  ['a key that is none', { all: lines, heads: [headOf(lines[3])], publicKeys: ['nothing'], code: 2 }],
  ['a checkpoint of retention', { all: left, heads: [checkpoint, headOf(lines[4])], publicKeys, code: 0 }],
  ['a checkpoint without a key', { all: left, heads: [checkpoint], code: 3 }],
  ['a head in place of a checkpoint', { all: left, heads: [headOf(lines[2])], publicKeys, code: 3 }],
  [
    'a checkpoint before the last removed entry',
    { all: left, heads: [headOf(lines[1], { removed: true })], publicKeys, code: 3 },
  ],
  [
    'a beginning of another chain',
    { all: left, heads: [headOf(rewritten[2])], publicKeys, code: 1, line: 1 },
  ],
  [
    'everything removed by retention',
    { all: [], heads: [headOf(lines[7], { removed: true })], publicKeys, code: 3 },
  ],
  ['everything removed by somebody', { all: [], heads: [headOf(lines[7])], publicKeys, code: 1 }],
];

/** What the script prints. */
const reasons: Readonly<Record<string, string>> = {
  'an altered line': 'was altered',
  'a line whose content was altered with its hash': 'does not continue',
  'a removed line': 'sequence 5 comes after sequence 3',
  'a repeated line': 'inserted, repeated or reordered',
  'a name twice': 'or a name twice',
  'half a line': 'is not an entry',
  'sequence 0': 'cannot be the beginning',
  'a missing beginning': 'NOT PROVEN',
  'an end that was cut off': 'the tail was cut off',
  'a rewritten chain': 'the chain was rewritten',
  'a forged head': 'is not signed',
  'a head that is none': 'is not a signed head',
  'a key that is none': 'is not a public key',
  'everything removed by retention': 'There are no entries',
};

describe('verifyExport', () => {
  it.each(cases)(
    '%s has the verdict of docs/verify-export.sh',
    async (what, { all, code, line, ...options }) => {
      expect(await verdictOf(all, options)).toEqual({ code, line });
      const output = expect.stringContaining(reasons[what] ?? '') as string;
      expect(await verdictOfScript(all, options)).toEqual({ code, line, output });
    },
  );

  it('verifyExport yields entries as they come, and returns what the chain shows', async () => {
    const told: number[] = [];
    let taken = 0;
    async function* source() {
      for (const line of left) {
        taken += 1;
        yield await Promise.resolve(line);
      }
    }
    const heads = `${[headOf(lines[1]), checkpoint, headOf(lines[4])].join('\n')}\n`;
    const entries = verifyExport(source(), { heads, publicKeys, onProgress: (count) => told.push(count) });
    expect(await entries.next()).toEqual({ done: false, value: read(left[0]) });
    expect(taken).toBe(1);
    const rest: unknown[] = [];
    let next = await entries.next();
    for (; next.done !== true; next = await entries.next()) rest.push(next.value);
    expect(rest).toEqual(left.slice(1).map(read));
    expect(told).toEqual([1, 2, 3, 4, 5]);
    expect(next.value).toEqual({
      entries: 5,
      first: 4,
      last: 8,
      lastHash: read(lines[7]).hash,
      beforeFirst: read(lines[2]).hash,
      anchored: true,
      heads: {
        total: 3,
        matched: 1,
        earlier: 2,
        newest: { sequence: 5, signedAt: '2026-11-15T09:30:00.000Z' },
      },
    });
  });

  it('the error of verifyExport names line, sequence and reason', async () => {
    const failure = summaryOf(lines.toSpliced(3, 1));
    await expect(failure).rejects.toThrow(/^Line 4: Sequence 5 comes after sequence 3: the entries/);
    await expect(failure).rejects.toMatchObject({ name: 'ChainBroken', line: 4, sequence: 5 });
    const cutOff = summaryOf(lines.slice(0, 5), { heads: headOf(lines[6]) });
    await expect(cutOff).rejects.toMatchObject({ line: undefined, sequence: 5 });
    await expect(cutOff).rejects.toThrow('the tail was cut off');
  });

  it('half of a character is not taken for the one that stands for what cannot be read', async () => {
    const altered = chainOf(['one \uFFFD']).map((line) => line.replace('\uFFFD', '\uD800'));
    await expect(summaryOf(altered)).rejects.toThrow('not as the API writes it');
  });

  it('a consumer that stops ends the lines', async () => {
    let isEnded = false;
    function* source() {
      try {
        yield* lines;
      } finally {
        isEnded = true;
      }
    }
    const entries = verifyExport(source());
    await entries.next();
    await entries.return({} as VerifiedExport);
    expect(isEnded).toBe(true);
  });
});
