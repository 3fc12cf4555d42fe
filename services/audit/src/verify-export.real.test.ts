import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Client } from '@connectrpc/connect';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createExportVerifier, type ExportVerifier } from '@patchbay/testing/verify-export';
import { formatPrivateKey } from '@patchbay/tokens/service-keys';
import { maxEntryBytes, summaryOf } from '@patchbay/trail/entry-size';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
const textOf = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const headOf = (line: string | undefined): string => {
  const { sequence, hash } = read(line);
  return `${signHead({ organizationId, sequence, hash }, headKeys.privateKey, new Date())}\n`;
};
const publicKey = headKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

async function verdictOf(all: readonly string[], heads?: string) {
  const paths = [await verifier.write('export.ndjson', textOf(all))];
  if (heads !== undefined)
    paths.push(await verifier.write('heads.ndjson', heads), await verifier.write('key.pem', publicKey));
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

it('verify-export.sh trusts the heads and checkpoints that audit signs', async () => {
  const { code, output } = await verdictOf(lines, headOf(lines[3]) + headOf(lines[5]));
  expect(output).toContain(
    '2 of 2 heads are of these entries, 0 of entries before them; the newest names sequence 6',
  );
  expect(code).toBe(0);
  const { sequence, hash } = read(lines[2]);
  const checkpoint = signCheckpoint({ organizationId, sequence, hash }, headKeys.privateKey, new Date());
  expect(await verdictOf(lines.slice(3), `${checkpoint}\n`)).toMatchObject({ code: 0 });
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
