import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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

/** Generates a Prisma client like that of a service, for tests against Prisma's real behaviour. */
export async function generateThingsClient(): Promise<{
  create(adapter: PrismaPg): ThingsClient;
  remove(): Promise<void>;
}> {
  const directory = join(
    dirname(fileURLToPath(import.meta.url)),
    `../.cache/things-${process.pid}-${Date.now()}`,
  );
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'schema.prisma'), schema);
  const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
  await promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', 'schema.prisma'], {
    cwd: directory,
    // `prisma generate` does not run the schema engine, but resolves its path first: any existing file will do.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/false' },
  });
  const { PrismaClient } = (await import(pathToFileURL(join(directory, 'generated/client.ts')).href)) as {
    PrismaClient: new (options: { adapter: PrismaPg }) => ThingsClient;
  };
  return {
    create: (adapter) => new PrismaClient({ adapter }),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
