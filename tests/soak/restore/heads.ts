import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { roleUrl } from '@patchbay/database/provision';
import { readTopic } from '@patchbay/events/read-topic';
import { headTopic } from '@patchbay/events/topics';
import { createLogger } from '@patchbay/telemetry/logger';

export interface Head {
  readonly line: string;
  /** Milliseconds since the epoch. */
  readonly signedAt: number;
}

/** All heads that were published. */
export async function readHeads(brokers: readonly string[]): Promise<Head[]> {
  const lines: string[] = [];
  await readTopic({
    brokers,
    clientId: 'restore',
    topic: headTopic,
    group: `${headTopic}.restore-${randomUUID()}`,
    handle: async (values) => void lines.push(...values.map((value) => value.toString('utf8'))),
    logger: createLogger({ service: 'restore', level: 'fatal' }),
  });
  return lines.map((line) => ({
    line,
    signedAt: Date.parse((JSON.parse(line) as { signedAt: string }).signedAt),
  }));
}

const entry = fileURLToPath(new URL('../../../services/audit/src/main-check-heads.ts', import.meta.url));

/** What `main-check-heads <file>` says about these heads in its last line, and its exit code. */
export async function checkHeads(
  heads: readonly Head[],
  { folder, adminUrl }: { readonly folder: string; readonly adminUrl: string },
): Promise<{ code: number | null; summary: string }> {
  const file = join(folder, `heads-${randomUUID()}.ndjson`);
  await writeFile(file, heads.map(({ line }) => `${line}\n`).join(''));
  const secrets = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
  const env = {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DATABASE_URL: roleUrl(adminUrl, { role: 'audit', password: secrets['rolePassword'] ?? '' }),
    HEAD_SIGNING_KEY: secrets['headKey'] ?? '',
    LOG_LEVEL: 'error',
  };
  const args = ['--conditions=patchbay-source', entry, file];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, summary: output.trim().split('\n').at(-1) ?? '' };
}
