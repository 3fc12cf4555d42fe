import { randomUUID } from 'node:crypto';
import { createPool, type Database } from '@patchbay/database/pool';
import { sealedJsonbColumn, sealedTextColumn } from '@patchbay/sealing/sealed-column';
import { sealedText } from '@patchbay/sealing/sealed-value';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience } from '@patchbay/testing/postgres';

const logger = createLogger({ service: 'test', level: 'silent' });
const keys = parseSealingKeys([generateSealingKey('new'), generateSealingKey('old')].join(','));

/** A process before the rotation, during it and after it. */
export const sealers = {
  old: createSealer(keys.slice(1)),
  both: createSealer(keys),
  new: createSealer(keys.slice(0, 1)),
};

export const stranger: Sealer = createSealer(parseSealingKeys(generateSealingKey('strange')));

const note = sealedText<[owner: string, id: string]>('note');
const credential = sealedText<[id: string, name: string]>('credential');

export const notes = sealedTextColumn({
  table: 'notes',
  column: 'sealed',
  primaryKey: 'id',
  value: note,
  binding: ['owner', 'id'],
});

export const credentials = sealedJsonbColumn({
  table: 'credentials',
  column: 'sealed',
  primaryKey: 'integration_id',
  value: credential,
  binding: ['integration_id'],
  keyIdColumn: 'key_id',
});

export interface Things {
  readonly database: Database;
  /** Inserts a note under a new id. */
  addNote(sealer: Sealer, text: string | null): Promise<string>;
  addNotes(sealer: Sealer, count: number): Promise<void>;
  rewriteNote(sealer: Sealer, id: string, text: string): Promise<void>;
  /** The texts of all notes, sorted; throws where one does not open. */
  readNotes(sealer: Sealer): Promise<string[]>;
  addCredentials(sealed: Readonly<Record<string, readonly [Sealer, string]>>): Promise<string>;
  readCredentials(
    sealer: Sealer,
    id: string,
  ): Promise<{ readonly keyId: string; readonly values: Record<string, string> }>;
  stop(): Promise<void>;
}

/** A database with a table of each kind of sealed column. */
export async function createThings(): Promise<Things> {
  const test = await createTestDatabase({ schema: 'reseal_test' });
  const database = createPool({ url: test.ownerUrl, applicationName: 'test', ...patience, logger });
  const { pool } = database;
  await pool.query(`
    create table notes (id uuid primary key, owner text not null, sealed text);
    create table credentials (integration_id uuid primary key, sealed jsonb not null, key_id text not null)`);

  const addNote: Things['addNote'] = async (sealer, text) => {
    const id = randomUUID();
    const sealed = text === null ? null : note.seal(sealer, text, 'ada', id);
    await pool.query('insert into notes (id, owner, sealed) values ($1, $2, $3)', [id, 'ada', sealed]);
    return id;
  };
  return {
    database,
    addNote,
    async addNotes(sealer, count) {
      for (let index = 0; index < count; index += 1) await addNote(sealer, `note ${index}`);
    },
    async rewriteNote(sealer, id, text) {
      const sealed = note.seal(sealer, text, 'ada', id);
      await pool.query('update notes set sealed = $2 where id = $1', [id, sealed]);
    },
    async readNotes(sealer) {
      const { rows } = await pool.query<{ id: string; sealed: string }>(
        'select id, sealed from notes where sealed is not null',
      );
      return rows.map(({ id, sealed }) => note.open(sealer, sealed, 'ada', id)).toSorted();
    },
    async addCredentials(values) {
      const id = randomUUID();
      const sealed = Object.fromEntries(
        Object.entries(values).map(([name, [sealer, text]]) => [
          name,
          credential.seal(sealer, text, id, name),
        ]),
      );
      await pool.query('insert into credentials values ($1, $2, $3)', [id, sealed, 'old']);
      return id;
    },
    async readCredentials(sealer, id) {
      const { rows } = await pool.query<{ sealed: Record<string, string>; key_id: string }>(
        'select sealed, key_id from credentials where integration_id = $1',
        [id],
      );
      const { sealed = {}, key_id: keyId = '' } = rows[0] ?? {};
      const values = Object.entries(sealed).map(([name, text]) => [
        name,
        credential.open(sealer, text, id, name),
      ]);
      return { keyId, values: Object.fromEntries(values) as Record<string, string> };
    },
    async stop() {
      await database.component.stop();
      await test.drop();
    },
  };
}
