import { type Connection, Pool, type PoolClient, types } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';

/** A prepared statement. A name must always have the same text: another text under a name that was prepared is refused. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** A row of nulls. */
  readonly empty: Readonly<Record<string, null>>;
}

/** What `pg` keeps of a connection, by the names of statements: their texts, once prepared and once sent. */
interface PreparingConnection extends Connection {
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
}

type Callback<Row> = (error: Error | null | undefined, result?: { readonly rows: Row[] }) => void;

const noColumns: Columns = { names: [], parsers: [], empty: {} };

/** Of the statements that a connection has prepared, by their names. */
const described = new WeakMap<Connection, Map<string, Columns>>();

function columnsOn(connection: Connection): Map<string, Columns> {
  let columns = described.get(connection);
  if (columns === undefined) {
    columns = new Map();
    described.set(connection, columns);
  }
  return columns;
}

/** Connections to a pooler that does not know prepared statements. */
const unprepared = new WeakSet<Connection>();

/**
 * From now on the connection gives statements no name: each run is parsed and described again, in one piece with what executes
 * it, which a pooler sends to one session.
 */
export const prepareNothing = (client: PoolClient): void =>
  void unprepared.add((client as unknown as { readonly connection: Connection }).connection);

const execute = serialize.execute();
const sync = serialize.sync();
const describePortal = serialize.describe({ type: 'P' });

/**
 * One run of a prepared statement, as `pg` takes it from `pg-cursor` too. The columns of a statement never change on a connection
 * that has prepared it, so they are asked for once, and a run is one piece of bytes. The query of `pg` has them described by each
 * run, and its objects and events cost as much as the rest of a short statement.
 */
class PreparedQuery<Row> {
  /** Read by `pg` too, which remembers what is prepared under a name; empty: nothing is. */
  name: string;
  readonly text: string;
  /** Set by `pg`. */
  callback: Callback<Row> | undefined = undefined;
  readonly #values: readonly unknown[];
  readonly #rows: Row[] = [];
  #columns: Columns | undefined = undefined;
  #connection: Connection | undefined = undefined;
  #unreadable: Error | undefined = undefined;

  constructor({ name, text }: Statement, values: readonly unknown[]) {
    this.name = name;
    this.text = text;
    this.#values = values;
  }

  /** Returns why it cannot be sent. */
  submit(connection: PreparingConnection): Error | null {
    if (unprepared.has(connection)) this.name = '';
    const { name, text } = this;
    const prepared =
      name === ''
        ? undefined
        : (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]);
    if (prepared !== undefined && prepared !== text)
      return new Error(`the statement "${name}" was prepared with another text`);
    this.#connection = connection;
    if (name !== '') this.#columns = columnsOn(connection).get(name);
    try {
      const bind = serialize.bind({
        statement: name,
        values: [...this.#values],
        valueMapper: (value: unknown) => prepareValue(value),
      });
      const parts =
        this.#columns === undefined ? [bind, describePortal, execute, sync] : [bind, execute, sync];
      if (prepared === undefined) {
        parts.unshift(serialize.parse({ name, text }));
        if (name !== '') connection.submittedNamedStatements[name] = text;
      }
      // Otherwise the connection is lost, which `pg` tells all its queries.
      if (connection.stream.writable) connection.stream.write(Buffer.concat(parts));
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const names = fields.map(({ name }) => name);
    this.#describe({
      names,
      parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    });
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, parsers, empty } = this.#columns ?? noColumns;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at] ?? null;
        row[names[at] ?? ''] = text === null ? null : parsers[at]?.(text);
      }
      this.#rows.push(row as Row);
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    // It returns no rows.
    if (this.#columns === undefined) this.#describe(noColumns);
    if (this.#unreadable === undefined) this.callback?.(null, { rows: this.#rows });
    else this.callback?.(this.#unreadable);
  }

  /** What was sent asks for all rows, and ends with a `sync` whatever the statement is. */
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(connection: { sendCopyFail(text: string): void }): void {
    connection.sendCopyFail('a prepared statement copies nothing');
  }

  #describe(columns: Columns): void {
    this.#columns = columns;
    if (this.#connection !== undefined && this.name !== '')
      columnsOn(this.#connection).set(this.name, columns);
  }
}

/** The untyped ways of `pg` to run a query that is not its own. */
interface Runs<Row> {
  query(query: PreparedQuery<Row>): Promise<{ rows: Row[] }>;
  query(query: PreparedQuery<Row>, values: undefined, callback: Callback<Row>): void;
}

/** Runs a prepared statement on any connection of a pool, or on one connection. */
export async function runPrepared<Row>(
  client: Pool | PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const query = new PreparedQuery<Row>(statement, values);
  const runs = client as unknown as Runs<Row>;
  if (client instanceof Pool) return (await runs.query(query)).rows;
  return new Promise((resolve, reject) =>
    runs.query(query, undefined, (error, result) =>
      result === undefined ? reject(error) : resolve(result.rows),
    ),
  );
}
