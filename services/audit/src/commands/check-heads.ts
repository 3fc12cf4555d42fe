import { type KeyObject, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createPool } from '@patchbay/database/pool';
import type { Queryable } from '@patchbay/database/query';
import { readTopic } from '@patchbay/events/read-topic';
import { headTopic } from '@patchbay/events/topics';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { commandUrlOf } from '@patchbay/service/database';
import { kafkaSecurityOf } from '@patchbay/service/kafka-security';
import { runProgram } from '@patchbay/service/program';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { readCheckConfig, readCheckKafkaConfig } from '../config.ts';
import { isProven } from '../domain/checkpoint.ts';
import { checkHead, contradicts, type HeadFinding, type Kept } from '../domain/head-check.ts';
import { readSignedHeadInPool, type SignedHead, UntrustedHead } from '../domain/signed-head.ts';
import { findStatedEntries, type StatedEntry } from '../store/stated-entries.ts';
import { createHeadReport, type HeadReport } from './head-report.ts';

export interface HeadCheckOptions {
  readonly db: Queryable;
  /** The keys whose signatures count. */
  readonly publicKeys: readonly KeyObject[];
  readonly report: HeadReport;
}

/** Checks lines, each a signed head; the findings go to the report. Lines are held only while they are checked. */
export type CheckHeads = (lines: readonly string[]) => Promise<void>;

/** Lines that are read at once, and whose heads one query looks up. */
const batchSize = 1_000;

/** Undefined, after a line in the report, if none of the keys has signed the line. */
async function readHead(
  line: string,
  { publicKeys, report }: HeadCheckOptions,
): Promise<SignedHead | undefined> {
  try {
    return await readSignedHeadInPool(line, publicKeys);
  } catch (error) {
    if (!(error instanceof UntrustedHead)) throw error;
    report.untrusted(error.message, line);
    return undefined;
  }
}

export function createHeadCheck(options: HeadCheckOptions): CheckHeads {
  const { db, publicKeys, report } = options;

  const checkBatch = async (lines: readonly string[]): Promise<void> => {
    const read = await Promise.all(lines.map((line) => readHead(line, options)));
    const heads = read.filter((head) => head !== undefined);
    if (heads.length === 0) return;
    /** By organization: the heads of a batch may be of few chains. */
    const signed = new Map<string, boolean>();
    const keptOf = (
      { organizationId, sequence }: SignedHead,
      { checkpoint, ...entry }: StatedEntry,
    ): Kept => {
      if (checkpoint === undefined || sequence > checkpoint.sequence)
        return { ...entry, checkpoint: undefined };
      const trusted = signed.get(organizationId) ?? isProven(checkpoint, organizationId, publicKeys);
      signed.set(organizationId, trusted);
      return { ...entry, checkpoint: trusted ? checkpoint : undefined };
    };
    /** By organization and sequence, the first head of the batch of an entry that retention has removed. */
    const removed = new Map<string, SignedHead>();
    const findingOf = (head: SignedHead, entry: StatedEntry): HeadFinding => {
      const finding = checkHead(head, keptOf(head, entry));
      if (finding.verdict !== 'removed') return finding;
      const key = `${head.organizationId} ${head.sequence}`;
      const first = removed.get(key) ?? head;
      removed.set(key, first);
      return first.hash === head.hash ? finding : contradicts(head, first);
    };
    for (const { head, entry } of await findStatedEntries(db, heads))
      report.checked(head.organizationId, findingOf(head, entry));
  };

  return async (lines) => {
    for (let begin = 0; begin < lines.length; begin += batchSize)
      await checkBatch(lines.slice(begin, begin + batchSize));
  };
}

/** The lines of a stream in batches, without empty ones. The stream is read as fast as the batches are taken. */
export async function* linesOf(input: Readable): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') batch.push(line);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The lines of a file; `-` is standard input. */
export const linesOfFile = (path: string): AsyncGenerator<readonly string[]> =>
  linesOf(path === '-' ? process.stdin : createReadStream(path));

const help = `main-check-heads <file>    checks the trail against the signed heads in a file, one on each line; - is standard input
main-check-heads --kafka   against those of the topic ${headTopic}, from its beginning to its end

For each head: has a trusted key signed it, and does the trail still have the entry that it states, with the same hash?
  as published           it has
  removed by retention   it is at or before the signed checkpoint of a removal
  altered                the entry has another hash: it, or an entry before it, was changed. Also a head that contradicts another one
                         of an entry that retention has removed, where both are in one batch (${batchSize} lines at most)
  cut                    the trail ends before it
  missing                the trail has a gap there
  untrusted              the line is not signed by a trusted key
Whether the entries fit each other is what verifyAuditLogs finds out.

Variables: DATABASE_URL (as the role audit), DATABASE_SESSION_URL (Postgres itself, where that is a pooler), HEAD_VERIFYING_KEYS (the
public keys that are trusted) or HEAD_SIGNING_KEY, LOG_LEVEL; with --kafka those of Kafka, for a
user that may READ the topic and the groups whose names begin with ${headTopic}.
Exit code: 0 when every head is as published or removed by retention; 1 when one is not, when there are none, or when it failed;
2 for arguments that it does not know.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints how many heads were checked, at most once a second. */
function createProgress(report: HeadReport, clock: Clock = systemClock): () => void {
  let printedAt = clock.uptime();
  return () => {
    if (clock.uptime() - printedAt < 1_000) return;
    printedAt = clock.uptime();
    print(`${report.heads.toLocaleString('en')} heads checked`);
  };
}

const checkTopic = (check: CheckHeads, logger: Logger): Promise<void> => {
  const config = readCheckKafkaConfig(process.env);
  return readTopic({
    brokers: config.KAFKA_BROKERS,
    security: kafkaSecurityOf(config),
    clientId: 'check-heads',
    topic: headTopic,
    group: `${headTopic}.check-${randomUUID()}`,
    handle: (values) => check(values.map((value) => value.toString('utf8'))),
    logger,
  });
};

async function checkFile(path: string, check: CheckHeads): Promise<void> {
  for await (const lines of linesOfFile(path)) await check(lines);
}

async function run(source: string): Promise<number> {
  const config = readCheckConfig(process.env);
  const logger = createLogger({ service: 'check-heads', level: config.LOG_LEVEL });
  const database = createPool({
    url: commandUrlOf(config),
    applicationName: 'check-heads',
    max: 2,
    statementTimeoutMs: 60_000,
    logger,
  });
  try {
    const report = createHeadReport();
    const progress = createProgress(report);
    const checkLines = createHeadCheck({ db: database, publicKeys: config.publicKeys, report });
    const check: CheckHeads = async (lines) => {
      await checkLines(lines);
      progress();
    };
    await (source === '--kafka' ? checkTopic(check, logger) : checkFile(source, check));
    const { lines, well } = report.result();
    for (const line of lines) print(line);
    return well ? 0 : 1;
  } finally {
    await database.component.stop();
  }
}

/** The whole of `main-check-heads.ts`: checks the trail against signed heads that somebody has kept. */
export const runCheckHeads = (args: readonly string[]): Promise<void> =>
  runProgram({ name: 'audit main-check-heads' }, async () => {
    const [source, ...others] = args;
    const known = source !== undefined && (source === '-' || source === '--kafka' || !source.startsWith('-'));
    if (source === '--help' || source === '-h') print(help);
    else if (known && others.length === 0) process.exitCode = await run(source);
    else {
      const problem = source === undefined ? 'which heads?' : `${args.join(' ')}: not known here`;
      process.stderr.write(`${problem}\n\n${help}\n`);
      process.exitCode = 2;
    }
  });
