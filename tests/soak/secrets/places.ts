import { once } from 'node:events';
import { connect } from 'node:net';
import { connectTestKafka } from '@patchbay/testing/kafka';
import { Client } from 'pg';
import type { Readable } from './scan.ts';

const selectTables = `
  select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
  from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  order by 1`;

/** Bytes are `\x…` in the text of a row. */
const decoded = (text: string): string[] =>
  [...text.matchAll(/\\x([0-9a-f]{2,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'));

/** Every row of every table of every schema, as Postgres writes it as text; bytes also decoded. */
export async function readDatabase(adminUrl: string): Promise<Readable[]> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(selectTables);
    const readables: Readable[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
      for (const { line } of rows)
        readables.push({ where: `table ${name}`, text: [line, ...decoded(line)].join('\n') });
    }
    return readables;
  } finally {
    await client.end();
  }
}

/** Of topics that tests of one package make in the same Kafka. */
const prefixOfTests = 'topic-';

/** Every message of every other topic from its beginning to its present end: keys, values and headers. */
export async function readKafka(brokers: readonly string[]): Promise<Readable[]> {
  const kafka = await connectTestKafka(brokers);
  try {
    const topics = (await kafka.topics()).filter(
      (topic) => !topic.startsWith('__') && !topic.startsWith(prefixOfTests),
    );
    return (await kafka.read(topics)).map(({ topic, key, value, headers }) => ({
      where: `topic ${topic}`,
      text: [key, value.toString('latin1'), ...Object.entries(headers).flat()].join('\n'),
    }));
  } finally {
    await kafka.close();
  }
}

export interface RedisMonitor {
  /** Every command that any client has sent since, with its arguments. */
  commands(): Readable;
  stop(): void;
}

/** Has Redis report every command: keys of rate limits are gone after their window, so reading them at the end would miss some. */
export async function monitorRedis(url: string): Promise<RedisMonitor> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  await once(socket, 'connect');
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return {
    commands: () => ({ where: 'the commands of Redis', text }),
    stop: () => socket.destroy(),
  };
}
