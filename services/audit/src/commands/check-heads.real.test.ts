import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '@patchbay/database/query';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { headTopic } from '@patchbay/events/topics';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { runProgram } from '@patchbay/testing/process';
import { testServers } from '@patchbay/testing/servers';
import { createServiceKeys, formatPublicKey } from '@patchbay/tokens/service-keys';
import { canonicalForm } from '@patchbay/trail/canonical';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signCheckpoint } from '../domain/checkpoint.ts';
import { signHead } from '../domain/signed-head.ts';
import {
  callAsMemberOf,
  clientOf,
  headKeys,
  logger,
  organizationMessage,
  recordEntries,
  sharedAudit,
  sharedTrail,
} from '../test-bed.fixture.ts';
import { createHeadCheck } from './check-heads.ts';
import { createHeadReport } from './head-report.ts';

const trail = await sharedTrail();
const audit = await sharedAudit(trail.url);
const client = clientOf(audit.routes);

const now = new Date();
const sign = (organizationId: string, sequence: number, hash: string, { privateKey } = headKeys): string =>
  signHead({ organizationId, sequence, hash }, privateKey, now);

describe('a trail, held against heads that somebody has kept,', () => {
  let folder: TemporaryDirectory;

  beforeAll(async () => {
    folder = await createTemporaryDirectory('patchbay-heads-');
  });
  afterAll(() => folder?.remove());

  /** What `verifyAuditLogs` says: does the chain fit itself? */
  const isIntact = async (organizationId: string): Promise<boolean> =>
    (await client.verifyAuditLogs({}, callAsMemberOf(organizationId))).intact;

  /** The signed head of each entry, as if one was published after each. */
  const headsOf = async (organizationId: string): Promise<string[]> =>
    (await trail.entriesOf(organizationId)).map(({ entry, hash }) =>
      sign(organizationId, entry.sequence, hash),
    );

  const asOwner = (statement: string, ...values: unknown[]) => trail.db.pool.query(statement, values);
  const remove = (organizationId: string, condition: string) =>
    asOwner(`delete from entries where organization_id = $1 and ${condition}`, organizationId);
  const moveHead = (organizationId: string) =>
    asOwner(
      `update chain_heads head set sequence = last.sequence, hash = last.hash, recorded_at = last.recorded_at
       from (select * from entries where organization_id = $1 order by sequence desc limit 1) last
       where head.organization_id = $1`,
      organizationId,
    );
  const addCheckpoint = (organizationId: string, sequence: number, hash: string, signed: string) =>
    asOwner('insert into checkpoints values ($1, $2, $3, now(), $4)', organizationId, sequence, hash, signed);

  const check = async (lines: readonly string[], db: Queryable = trail.db) => {
    const report = createHeadReport();
    await createHeadCheck({ db, publicKeys: [headKeys.publicKey], report })(lines);
    return report.result();
  };
  const lastLine = async (lines: readonly string[]): Promise<string | undefined> =>
    (await check(lines)).lines.at(-1);

  it('a trail that has grown still has every published head', async () => {
    const organizationId = await recordEntries(audit, 4);
    const heads = await headsOf(organizationId);
    await audit.publish(organizationMessage(organizationId));
    expect(await check(heads)).toEqual({ lines: ['4 heads: 4 as published'], well: true });
  });

  it('kept heads show a trail that was cut together with its head, although it verifies', async () => {
    const organizationId = await recordEntries(audit, 5);
    const heads = await headsOf(organizationId);
    await remove(organizationId, 'sequence > 3');
    await moveHead(organizationId);
    expect(await isIntact(organizationId)).toBe(true);
    expect(await check(heads)).toEqual({
      lines: [
        `organization ${organizationId}: cut: entry 4, signed at ${now.toISOString()}, is gone: the trail ends at 3 (2 heads of it do not fit)`,
        '5 heads: 3 as published, 2 cut',
      ],
      well: false,
    });
    // What is recorded afterwards takes the sequences of what was removed.
    await audit.publish(organizationMessage(organizationId), organizationMessage(organizationId));
    expect(await isIntact(organizationId)).toBe(true);
    expect(await lastLine(heads)).toBe('5 heads: 3 as published, 2 altered');
  });

  it('kept heads show an entry whose text was altered and whose hash was not', async () => {
    const organizationId = await recordEntries(audit, 2);
    const heads = await headsOf(organizationId);
    await asOwner(
      `update entries set entry = replace(entry, 'Spring', 'Winter') where organization_id = $1 and sequence = 2`,
      organizationId,
    );
    expect(await lastLine(heads)).toBe('2 heads: 1 as published, 1 altered');
  });

  it('kept heads show a second entry of a sequence in another month', async () => {
    const organizationId = await recordEntries(audit, 2);
    const heads = await headsOf(organizationId);
    await asOwner(
      `insert into entries select organization_id, sequence, event_id, action, occurred_at, recorded_at + interval '1 month',
         actor_id, workspace_slug, target_type, target_id, replace(entry, 'Spring', 'Winter'), hash
       from entries where organization_id = $1 and sequence = 2`,
      organizationId,
    );
    expect(await lastLine(heads)).toBe('2 heads: 1 as published, 1 altered');
  });

  describe('of which retention has removed a part,', () => {
    const removed = async (signedBy = headKeys) => {
      const organizationId = await recordEntries(audit, 5);
      const [heads, entries] = [await headsOf(organizationId), await trail.entriesOf(organizationId)];
      const hash = entries[2]?.hash ?? '';
      await remove(organizationId, 'sequence <= 3');
      await addCheckpoint(
        organizationId,
        3,
        hash,
        signCheckpoint({ organizationId, sequence: 3, hash }, signedBy.privateKey, new Date()),
      );
      return { organizationId, heads, hash };
    };

    it('heads of entries that retention removed are fine', async () => {
      const { heads } = await removed();
      expect(await check(heads)).toEqual({
        lines: ['5 heads: 2 as published, 3 removed by retention'],
        well: true,
      });
    });

    it('two heads of one removed entry with different hashes are reported', async () => {
      const { organizationId, heads } = await removed();
      const { lines } = await check([...heads, sign(organizationId, 2, 'b'.repeat(64)), ...heads]);
      const at = now.toISOString();
      expect(lines).toEqual([
        `organization ${organizationId}: altered: entry 2, signed at ${at}, has another hash in a head signed at ${at}`,
        '11 heads: 4 as published, 6 removed by retention, 1 altered',
      ]);
    });

    it('a checkpoint of a foreign key, or about something else, explains no missing entry', async () => {
      const { heads } = await removed(createServiceKeys());
      expect(await lastLine(heads)).toBe('5 heads: 2 as published, 3 missing');
      const { organizationId, heads: others } = await removed();
      await asOwner('update checkpoints set sequence = 4 where organization_id = $1', organizationId);
      await remove(organizationId, 'sequence = 4');
      expect(await lastLine(others)).toBe('5 heads: 1 as published, 4 missing');
    });
  });

  it('lines that no trusted key has signed are reported as untrusted', async () => {
    const organizationId = await recordEntries(audit, 1);
    const [line = ''] = await headsOf(organizationId);
    const { sequence: _, ...parts } = JSON.parse(line) as Record<string, unknown>;
    const stranger = createServiceKeys();
    const { lines, well } = await check([
      line,
      sign(organizationId, 1, 'a'.repeat(64), stranger),
      canonicalForm({ ...parts, sequence: 2 }),
      'not JSON',
      '{}',
    ]);
    expect(well).toBe(false);
    expect(lines.at(-1)).toBe('5 heads: 1 as published, 4 untrusted');
    expect(lines.map((text) => text.slice(0, 50)).toSorted()).toEqual([
      '5 heads: 1 as published, 4 untrusted',
      expect.stringMatching(/^untrusted: it is not JSON: "not JSON"$/),
      expect.stringMatching(/^untrusted: it is not a signed head: "\{\}"$/),
      expect.stringMatching(/^untrusted: it is signed with an unknown key, /),
      expect.stringMatching(/^untrusted: its signature is not one of its key: /),
    ]);
  });

  it('1,000 heads are looked up by one query', async () => {
    const organizationId = await recordEntries(audit, 3);
    const heads = await headsOf(organizationId);
    let queries = 0;
    const counting: Queryable = {
      now: () => new Date(),
      query(statement, values) {
        queries += 1;
        return trail.db.query(statement, values);
      },
    };
    const lines = Array.from({ length: 2_500 }, (_, index) => heads[index % 3] ?? '');
    expect(await check(lines, counting)).toMatchObject({ well: true });
    expect(queries).toBe(3);
  });

  describe('by the command', () => {
    const entry = new URL('../main-check-heads.ts', import.meta.url);
    const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}, input = '') => {
      const HEAD_VERIFYING_KEYS = formatPublicKey(headKeys.publicKey);
      const env = { DATABASE_URL: trail.url, HEAD_VERIFYING_KEYS, LOG_LEVEL: 'warn', ...more };
      const ran = await runProgram(entry, { args, env, input });
      // Without the progress, which it prints where it takes longer than a second.
      return { ...ran, stdout: ran.stdout.replace(/^\d+ heads checked\n/gm, '') };
    };

    it('check-heads reads a file or standard input, with public keys alone', async () => {
      const [good, bad] = [await recordEntries(audit, 2), await recordEntries(audit, 2)];
      const heads = [...(await headsOf(good)), ...(await headsOf(bad))].map((line) => `${line}\n`).join('');
      const path = join(folder.path, 'heads.ndjson');
      await writeFile(path, heads);
      expect(await run([path])).toEqual({ code: 0, stdout: '4 heads: 4 as published\n', stderr: '' });
      await remove(bad, 'sequence = 2');
      expect(await run(['-'], {}, heads)).toEqual({
        code: 1,
        stdout: expect.stringMatching(/^organization .*: cut: .*\n4 heads: 3 as published, 1 cut\n$/),
        stderr: '',
      });
    });

    it('check-heads reads the Kafka topic', async () => {
      const organizationId = await recordEntries(audit, 3);
      const brokers = testServers().kafkaBrokers;
      const { publisher } = createKafkaTransport({ brokers, clientId: 'test', logger });
      const heads = await headsOf(organizationId);
      const messages = heads.map((line) => ({ key: organizationId, value: Buffer.from(line), headers: {} }));
      // A new topic has no leaders for a moment.
      await vi.waitFor(() => publisher.publish(headTopic, messages), { timeout: 120_000, interval: 50 });
      await publisher.stop?.();
      await remove(organizationId, 'sequence = 3');
      // The topic has heads of other tests too, which other keys have signed.
      const { code, stdout } = await run(['--kafka'], { KAFKA_BROKERS: brokers.join(',') });
      expect(code).toBe(1);
      expect(stdout).toMatch(
        new RegExp(`^organization ${organizationId}: cut: .* the trail ends at 2$`, 'm'),
      );
      expect(stdout).toMatch(/heads: .*\b2 as published/);
    });
  });
});
