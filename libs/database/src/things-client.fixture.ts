import { execFile } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { PrismaPg } from '@prisma/adapter-pg';
import type { TransactionOpener } from './prisma.ts';

const schema = `
generator client {
  provider            = "prisma-client"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "ts"
  output              = "./generated"
}
datasource db {
  provider = "postgresql"
}
model Thing {
  id   Int    @id
  name String
  @@unique([name], map: "things_name")
  @@map("things")
}
`;

export const thingsTable = `
  create table things (id integer primary key, name text not null);
  create unique index things_name on things (name)`;

interface Thing {
  id: number;
  name: string;
}

export interface ThingsTransaction {
  $executeRawUnsafe(query: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): Promise<T>;
  readonly thing: {
    create(query: { data: Thing }): Promise<Thing>;
    update(query: { where: { id: number }; data: Partial<Thing> }): Promise<Thing>;
    findUnique(query: { where: { id: number } }): Promise<Thing | null>;
  };
}

export interface ThingsClient extends ThingsTransaction, TransactionOpener<ThingsTransaction> {
  $disconnect(): Promise<void>;
}

/** Kept for later runs: to generate it takes seconds of CPU. */
const cache = fileURLToPath(new URL('../.cache', import.meta.url));

/** The folder of the generated client. */
async function generate(): Promise<string> {
  const require = createRequire(import.meta.url);
  const { version } = require('prisma/package.json') as { version: string };
  const folder = join(cache, `things-${hash('sha256', `${version} ${schema}`).slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const partial = join(cache, `partial-${randomUUID()}`);
  await mkdir(partial, { recursive: true });
  await writeFile(join(partial, 'schema.prisma'), schema);
  const prisma = require.resolve('prisma/build/index.js');
  await promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', 'schema.prisma'], {
    cwd: partial,
    // `prisma generate` does not run the schema engine, but resolves its path first: any existing file will do.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/false' },
  });
  // Of two test files that generate it at the same time, one renames its own.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }));
  return folder;
}

/** A Prisma client like that of a service, for tests against Prisma's real behaviour. */
export async function generateThingsClient(): Promise<(adapter: PrismaPg) => ThingsClient> {
  const client = join(await generate(), 'generated/client.ts');
  const { PrismaClient } = (await import(pathToFileURL(client).href)) as {
    PrismaClient: new (options: { adapter: PrismaPg }) => ThingsClient;
  };
  return (adapter) => new PrismaClient({ adapter });
}
