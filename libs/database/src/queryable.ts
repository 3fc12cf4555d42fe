import type { Tracer } from '@opentelemetry/api';
import { attributes } from '@patchbay/telemetry/attributes';
import { inSpan, SpanKind } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { unavailableIfTemporary } from './errors.ts';
import { operationOf } from './operation.ts';
import { runPrepared, type Statement } from './prepared-query.ts';

export type { Statement };

/** Runs statements: the database on any connection of the pool, a transaction on its own connection. */
export interface Queryable {
  /** Runs a prepared statement in its own span. Throws the failure `unavailable` if the database is unreachable or a lock is held for too long. */
  readonly query: <Row extends QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
}

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

/** `query` on a pool or on one of its connections. */
export const queryOn =
  (client: Pool | PoolClient, tracer: Tracer): Queryable['query'] =>
  <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []) =>
    inStatementSpan(tracer, statement.name, statement.text, async () => {
      try {
        return await runPrepared<Row>(client, statement, values);
      } catch (error) {
        throw unavailableIfTemporary(error);
      }
    });
