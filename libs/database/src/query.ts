import type { Tracer } from '@opentelemetry/api';
import { attributes } from '@patchbay/telemetry/attributes';
import { inSpan, SpanKind } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { unavailableIfTemporary } from './errors.ts';

/** A statement that `pg` prepares once per connection. A name must always have the same text: `pg` refuses another one. */
export interface Statement {
  /** At most 63 bytes: Postgres cuts off the rest. */
  readonly name: string;
  readonly text: string;
}

/** Runs statements: the database on any connection of its pool, a transaction on its own connection. */
export interface Queryable {
  /**
   * Runs a prepared statement in its own span. Throws the failure `unavailable` if the database is unreachable, a lock was held for
   * too long, or Postgres ended the statement because of a concurrent one.
   */
  readonly query: <Row extends QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
  /** The current moment, by the clock of the process. Statements that compare times take it as a parameter. */
  readonly now: () => Date;
}

/** The moment so many milliseconds after the current one. */
export const momentAfter = ({ now }: Pick<Queryable, 'now'>, ms: number): Date =>
  new Date(now().getTime() + ms);

export interface QueryOptions {
  readonly client: Pool | PoolClient;
  /** False behind a pooler that does not track prepared statements: then `pg` parses each statement again. */
  readonly prepares: boolean;
  /** Default: no spans. */
  readonly tracer?: Tracer;
}

/** `query` on a pool or on one of its connections. */
export const queryOn = ({ client, prepares, tracer }: QueryOptions): Queryable['query'] => {
  const run = async <Row extends QueryResultRow>(
    { name, text }: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    try {
      const { rows } = await client.query<Row>({ ...(prepares && { name }), text, values: [...values] });
      return rows;
    } catch (error) {
      throw unavailableIfTemporary(error);
    }
  };
  if (tracer === undefined) return run;
  return (statement, values) =>
    inStatementSpan(tracer, statement.name, statement.text, () => run(statement, values));
};

/** Wraps one statement in a span. Of the SQL text the span has only the first word, because the rest may contain values. */
export const inStatementSpan = <T>(
  tracer: Tracer,
  name: string,
  text: string,
  work: () => Promise<T>,
): Promise<T> =>
  inSpan(
    tracer,
    spanTable.statement.name(name),
    {
      kind: SpanKind.CLIENT,
      attributes: { [attributes.dbSystem]: 'postgresql', [attributes.dbOperation]: operationOf(text) },
    },
    work,
  );

/** The first word of a statement in upper case: `SELECT`. */
export const operationOf = (text: string): string =>
  /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'OTHER';
