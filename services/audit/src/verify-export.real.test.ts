import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Client } from '@connectrpc/connect';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createExportVerifier, type ExportVerifier } from '@patchbay/testing/verify-export';
import { createServiceKeys, formatPrivateKey } from '@patchbay/tokens/service-keys';
import { canonicalForm } from '@patchbay/trail/canonical';
import { maxEntryBytes, summaryOf } from '@patchbay/trail/entry-size';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from './domain/chain.ts';
import { signCheckpoint } from './domain/checkpoint.ts';
import { signHead } from './domain/signed-head.ts';
import { trailEvent } from './domain/trail-event.fixture.ts';
import {
  callAsMemberOf,
  clientOf,
  createTrail,
  headKeys,
  message,
  recordOldEntries,
  startAudit,
} from './test-bed.fixture.ts';

interface Line {
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
  readonly target: { readonly name: string };
  readonly [field: string]: unknown;
}

const organizationId = v7();
/** Whatever JSON writes in a way of its own, and whatever people can put into names. */
const nasty = [
  'quotes " and \\ and / and <b>&\'',
  'DEL \u007f, and the letters of its escape \\u007f \\\\u007f \\\u007f',
  'lines \u2028 \u2029 \u0085 end, \ufeff \ufffd \uffff \ufdd0 \u{10ffff}',
  'emoji 👩‍🚀 🏳️‍🌈, שלום, é e\u0301',
  'control \b\t\n\f\r \u0001\u000b\u001f \u0080\u009f',
  ' ',
  // More than a pipe holds.
  'long '.repeat(14_000),
  // Of three bytes: pieces of any fixed size but a multiple of three end inside of a character.
  '€'.repeat(10_000),
];
const values = {
  z: 1,
  a: [0, -7, 1.5, 0.1, 1e15, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  10: { b: null, a: true, '': false },
  9: [[], {}, [{ 'ключ 😀': 'é', ключ: '' }]],
};

/** Too long for an entry. */
const longer = (text: string): string => text.repeat(Math.ceil(300 / text.length));

let trail: Awaited<ReturnType<typeof createTrail>>;
let audit: Awaited<ReturnType<typeof startAudit>>;
let client: Client<typeof AuditService>;
let verifier: ExportVerifier;
/** The export, as lines without their ends. */
let lines: readonly string[];

async function exported(filter: { targetId?: string } = {}, id = organizationId): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of client.exportAuditLogs({ ...filter }, callAsMemberOf(id))) parts.push(part.lines);
  return Buffer.concat(parts).toString('utf8');
}

const read = (line: string | undefined): Line => JSON.parse(line ?? '') as Line;
const alter = (line: string | undefined): Line => {
  const entry = read(line);
  return { ...entry, target: { ...entry.target, name: 'other' } };
};
/** As the export writes it. */
const written = ({ hash, ...entry }: Omit<Line, 'hash'> & { hash?: unknown }): string => {
  const text = canonicalForm(entry);
  return `${text.slice(0, -1)},"hash":"${typeof hash === 'string' ? hash : hashOf(text)}"}`;
};
const textOf = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const headOf = (line: string | undefined, privateKey: KeyObject = headKeys.privateKey): string => {
  const { sequence, hash } = read(line);
  return `${signHead({ organizationId, sequence, hash }, privateKey, new Date())}\n`;
};
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

async function verdictOf(all: readonly string[], heads?: string, key: KeyObject = headKeys.publicKey) {
  const paths = [await verifier.write('export.ndjson', textOf(all))];
  if (heads !== undefined)
    paths.push(await verifier.write('heads.ndjson', heads), await verifier.write('key.pem', pemOf(key)));
  return verifier.run(paths);
}

beforeAll(async () => {
  [trail, verifier] = await Promise.all([createTrail(), createExportVerifier()]);
  audit = await startAudit(trail.url);
  client = clientOf(audit.routes);
  await recordOldEntries(
    trail,
    organizationId,
    ...nasty.map((name, index) =>
      trailEvent({
        target: { type: 'workspace', id: `workspace-${index % 2}`, name },
        changes: [{ field: 'settings', before: null, after: values }],
        metadata: { values, name },
      }),
    ),
  );
  lines = (await exported()).trimEnd().split('\n');
});
afterAll(async () => {
  await audit?.stop();
  await Promise.all([trail?.stop(), verifier?.remove()]);
});

describe('docs/verify-export.sh, on an export', () => {
  it.each([
    ['the jq of this machine', {}],
    ['the jq of a package', { ourJq: true }],
  ])(
    'verify-export.sh finds the chain intact, whatever the entries contain, with %s',
    async (_which, options) => {
      expect(lines.map((line) => read(line).target.name)).toEqual(nasty);
      const { code, output } = await verifier.run(
        [await verifier.write('export.ndjson', textOf(lines))],
        options,
      );
      expect(output).toContain(`8 entries, sequence 1 to 8, hash of the last one ${read(lines[7]).hash}`);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^INTACT$/m) as string });
    },
  );

  const tampered: [string, (all: readonly string[]) => readonly string[], number, string][] = [
    ['an altered line', (all) => all.with(2, written(alter(all[2]))), 3, 'was altered'],
    [
      'a line that was altered with its hash',
      (all) => all.with(2, written({ ...alter(all[2]), hash: undefined })),
      4,
      'does not continue',
    ],
    ['a removed line', (all) => all.toSpliced(3, 1), 4, 'sequence 5 comes after sequence 3'],
    ['a repeated line', (all) => all.toSpliced(3, 0, all[2] ?? ''), 4, 'inserted, repeated or reordered'],
    [
      'an inserted line that continues the one before',
      (all) => {
        const { sequence, hash: previousHash } = read(all[2]);
        return all.toSpliced(
          3,
          0,
          written({ ...alter(all[3]), sequence: sequence + 1, previousHash, hash: undefined }),
        );
      },
      5,
      'inserted, repeated or reordered',
    ],
    [
      'reordered lines',
      (all) => [...all.slice(0, 4), all[5] ?? '', all[4] ?? '', ...all.slice(6)],
      5,
      'moved',
    ],
    ['a name twice', (all) => all.with(1, (all[1] ?? '').replace('{', '{"action":"x",')), 2, 'a name twice'],
    ['half a line', (all) => all.with(6, (all[6] ?? '').slice(0, 500)), 7, 'is not an entry'],
    ['half a last line', (all) => all.with(7, (all[7] ?? '').slice(0, 5_000)), 8, 'is not an entry'],
    ['a line that is not JSON', (all) => all.with(3, 'nothing'), 4, 'is not an entry'],
    ['a line that is no object', (all) => all.with(3, '[]'), 4, 'is not an entry'],
    ['an empty line at the end', (all) => [...all, ''], 9, 'is not an entry'],
    ['an empty line', (all) => all.toSpliced(3, 0, ''), 4, 'is not as the API writes it'],
    ['two entries in a line', (all) => all.toSpliced(3, 2, `${all[3]}${all[4]}`), 4, 'is not as the API'],
    [
      'a beginning that is none',
      (all) => [written({ ...read(all[0]), previousHash: 'f'.repeat(64), hash: undefined })],
      1,
      'cannot be the beginning',
    ],
  ];
  it.each(tampered)('verify-export.sh reports %s', async (_kind, tamper, line, why) => {
    const { code, output } = await verdictOf(tamper(lines));
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(why) as string });
    expect(output).toContain(`BROKEN at line ${line} of `);
  });

  it('verify-export.sh finds a chain with shortened values intact', async () => {
    const other = v7();
    const long = nasty.map(longer);
    await audit.publish(
      ...long.map((value) =>
        message({
          about: { organizationId: other },
          changes: [{ field: 'settings', before: { value }, after: [value, values] }],
          metadata: { long, value },
        }),
      ),
    );
    const text = await exported({}, other);
    const all = text.trimEnd().split('\n');
    const [{ changes }] = all.map(read) as unknown as [{ changes: [{ before: unknown }] }];
    expect(changes[0].before).toEqual(summaryOf({ value: long[0] ?? '' }));
    expect(all.filter((line) => Buffer.byteLength(line) > maxEntryBytes)).toEqual([]);
    for (const ourJq of [false, true])
      expect(await verifier.run([await verifier.write('export.ndjson', text)], { ourJq })).toEqual({
        code: 0,
        output: expect.stringContaining('8 entries, sequence 1 to 8') as string,
      });
  });

  it('verify-export.sh reports that a filtered export is not a chain', async () => {
    const filtered = (await exported({ targetId: 'workspace-0' })).trimEnd().split('\n');
    const { code, output } = await verdictOf(filtered);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('with a filter') as string });
    expect(output).toContain('BROKEN at line 2');
  });

  it('verify-export.sh accepts rewritten lines with an option', async () => {
    const spaced = lines.map((line) => JSON.stringify(read(line), null, 1).replaceAll('\n', ''));
    expect(await verdictOf(spaced)).toMatchObject({ code: 1 });
    const path = await verifier.write('export.ndjson', textOf(spaced));
    expect(await verifier.run(['--reformatted', path])).toMatchObject({ code: 0 });
    for (const text of [
      `${lines[0]}${lines[1]}\n`,
      `${lines[0]}{"half\n`,
      textOf(lines).replace('{', '{\n'),
    ]) {
      const given = await verifier.write('export.ndjson', text);
      expect(await verifier.run(['--reformatted', given])).toEqual({
        code: 1,
        output: expect.stringContaining('is not an entry') as string,
      });
    }
  });

  it('verify-export.sh requires files, with heads in the second', async () => {
    const given = await verifier.write('export.ndjson', textOf(lines));
    const empty = await verifier.write('heads.ndjson', '');
    const folder = dirname(given);
    for (const paths of [[folder], ['/dev/null'], [given, folder]])
      expect(await verifier.run(paths)).toEqual({ code: 2, output: `${paths.at(-1)} must be a file\n` });
    expect(await verifier.run([given, empty])).toEqual({
      code: 2,
      output: `there are no heads in ${empty}\n`,
    });
  });
});

describe('docs/verify-export.sh, on an export and kept heads', () => {
  it('verify-export.sh finds kept heads in the chain', async () => {
    const { code, output } = await verdictOf(lines, headOf(lines[3]) + headOf(lines[5]));
    expect(output).toContain(
      '2 of 2 heads are of these entries, 0 of entries before them; the newest names sequence 6',
    );
    expect(code).toBe(0);
  });

  it('verify-export.sh finds a chain whose end was removed', async () => {
    const { code, output } = await verdictOf(lines.slice(0, 5), headOf(lines[6]));
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('the tail was cut off') as string,
    });
  });

  it('verify-export.sh finds a chain that was rewritten', async () => {
    const [first = '', ...rest] = lines;
    const rewritten = [written({ ...alter(first), hash: undefined })];
    for (const line of rest)
      rewritten.push(written({ ...read(line), previousHash: read(rewritten.at(-1)).hash, hash: undefined }));
    expect(await verdictOf(rewritten)).toMatchObject({ code: 0 });
    const { code, output } = await verdictOf(rewritten, headOf(lines[4]));
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('the chain was rewritten') as string,
    });
    expect(output).toContain('BROKEN at line 5 of ');
  });

  it('verify-export.sh accepts only heads that the key has signed', async () => {
    const other = createServiceKeys();
    const forged = await verdictOf(lines, headOf(lines[3]) + headOf(lines[5], other.privateKey));
    expect(forged).toEqual({
      code: 1,
      output: expect.stringMatching(/^line 2 of .* is not signed/) as string,
    });
    expect(await verdictOf(lines, `${headOf(lines[3])}nothing\n`)).toEqual({
      code: 1,
      output: expect.stringMatching(/^line 2 of .* is not a signed head$/m) as string,
    });
    const changed = headOf(lines[3]).replace('"sequence":4', '"sequence":5');
    expect(await verdictOf(lines, changed)).toMatchObject({ code: 1 });
    const noKey = await verifier.write('no-key.pem', 'nothing');
    const headsOf = await verifier.write('heads.ndjson', headOf(lines[3]));
    expect(
      await verifier.run([await verifier.write('export.ndjson', textOf(lines)), headsOf, noKey]),
    ).toEqual({
      code: 2,
      output: expect.stringContaining('is not a public key') as string,
    });
    const heads = await verifier.write('both.ndjson', headOf(lines[3]) + headOf(lines[5], other.privateKey));
    const paths = [await verifier.write('export.ndjson', textOf(lines)), heads];
    const keys = [headKeys.publicKey, other.publicKey].map((key, index) =>
      verifier.write(`key-${index}.pem`, pemOf(key)),
    );
    expect(await verifier.run([...paths, ...(await Promise.all(keys))])).toMatchObject({ code: 0 });
  });

  it('verify-export.sh begins after the checkpoint of retention, and only there', async () => {
    const left = lines.slice(3);
    expect(await verdictOf(left)).toEqual({
      code: 3,
      output: expect.stringContaining('NOT PROVEN') as string,
    });
    expect(await verdictOf(left, headOf(lines[5]))).toMatchObject({ code: 3 });
    // A head alone does not say that what is before it was removed by retention.
    expect(await verdictOf(left, headOf(lines[2]))).toMatchObject({ code: 3 });
    const { sequence, hash } = read(lines[2]);
    const checkpoint = signCheckpoint({ organizationId, sequence, hash }, headKeys.privateKey, new Date());
    expect(await verdictOf(left, `${checkpoint}\n`)).toMatchObject({ code: 0 });
    // Heads of entries that are gone prove nothing unless a checkpoint at or after them was signed.
    const heads = headOf(lines[1]) + headOf(lines[4]);
    expect(await verdictOf(left, heads)).toMatchObject({ code: 3 });
    const earlier = read(lines[1]);
    const tooEarly = signCheckpoint(
      { organizationId, sequence: earlier.sequence, hash: earlier.hash },
      headKeys.privateKey,
      new Date(),
    );
    expect(await verdictOf(left, `${heads}${tooEarly}\n`)).toMatchObject({ code: 3 });
    expect(await verdictOf(left, `${heads}${checkpoint}\n`)).toEqual({
      code: 0,
      output: expect.stringContaining(
        '1 of 3 heads are of these entries, 2 of entries before them',
      ) as string,
    });
    const unchecked = await verifier.write('heads.ndjson', `${checkpoint}\n`);
    expect(
      await verifier.run([await verifier.write('export.ndjson', textOf(left)), unchecked]),
    ).toMatchObject({ code: 3 });
    const another = written({ ...alter(lines[2]), hash: undefined });
    expect(await verdictOf(left, headOf(another))).toMatchObject({ code: 1 });
  });

  it('verify-export.sh has nothing to check after retention has removed everything', async () => {
    const { sequence, hash } = read(lines.at(-1));
    const checkpoint = signCheckpoint({ organizationId, sequence, hash }, headKeys.privateKey, new Date());
    expect(await verdictOf([], `${checkpoint}\n`)).toEqual({
      code: 3,
      output: expect.stringContaining('There are no entries') as string,
    });
    expect(await verdictOf([], headOf(lines.at(-1)))).toMatchObject({ code: 1 });
  });

  it('verify-export.sh requires the heads of one organization', async () => {
    const { sequence, hash } = read(lines[3]);
    const foreign = signHead({ organizationId: v7(), sequence, hash }, headKeys.privateKey, new Date());
    expect(await verdictOf(lines, `${headOf(lines[3])}${foreign}\n`)).toMatchObject({ code: 2 });
  });
});

describe('the commands of docs/audit-proof.md', () => {
  const page = readFileSync(new URL('../../../docs/audit-proof.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  const blockWith = (text: string): string => {
    const found = blocks.filter((block) => block.includes(text));
    expect(found).toHaveLength(1);
    return found[0] ?? '';
  };

  it('the commands of docs/audit-proof.md hash an entry', async () => {
    await verifier.write('export.ndjson', textOf(lines));
    const { output } = await verifier.runCommands(blockWith(`'del(.hash)'`));
    const { hash } = read(lines.at(-1));
    expect(output).toBe(`${hash}  -\n${hash}\n`);
  });

  it('the commands of docs/audit-proof.md compute the SHA-256 of a shortened value', async () => {
    for (const text of nasty.filter((name) => !name.includes('\u007f'))) {
      const value = { z: longer(text), a: values };
      await verifier.write('value.json', JSON.stringify(value));
      const { output } = await verifier.runCommands(blockWith('value.json'));
      expect(output).toBe(`${summaryOf(value).sha256}  -\n`);
    }
  });

  it('the commands of docs/audit-proof.md derive the public key and its name, and verify a head', async () => {
    const head = headOf(lines[2]);
    await verifier.write('heads.ndjson', head);
    const named = await verifier.runCommands(blockWith('$HEAD_SIGNING_KEY'), {
      HEAD_SIGNING_KEY: formatPrivateKey(headKeys.privateKey),
    });
    expect(named.output.trim()).toBe((JSON.parse(head) as { key: string }).key);
    expect(await verifier.runCommands(blockWith('openssl pkeyutl'))).toMatchObject({ code: 0 });
    await verifier.write('heads.ndjson', head.replace('"sequence":3', '"sequence":4'));
    expect(await verifier.runCommands(blockWith('openssl pkeyutl'))).toMatchObject({ code: 1 });
  });
});
