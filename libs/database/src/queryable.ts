import type { Tracer } from '@opentelemetry/api';
import { attributes } from '@patchbay/telemetry/attributes';
import { inSpan, SpanKind } from '@patchbay/telemetry/span';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { translated } from './errors.ts';
import { operationOf } from './operation.ts';

/** A prepared statement. One name stands for one text everywhere: Postgres refuses a second text under it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What runs statements: the database, each on any connection, or an open transaction, all on its own connection. */
export interface Queryable {
  /** Runs a prepared statement in a span of its own. An unreachable database is the failure `unavailable`. */
  readonly query: <Row extends QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
}

/** The span around one statement. It has the verb alone of the statement's text, never a value. */
export const inStatementSpan = <T>(
  tracer: Tracer,
  name: string,
  text: string,
  work: () => Promise<T>,
): Promise<T> =>
  inSpan(
    tracer,
    `db ${name}`,
    {
      kind: SpanKind.CLIENT,
      attributes: { [attributes.dbSystem]: 'postgresql', [attributes.dbOperation]: operationOf(text) },
    },
    work,
  );

/** `query` on a pool or on one of its connections: the only place that sends a service's statements. */
export const queryOn =
  (client: Pool | PoolClient, tracer: Tracer): Queryable['query'] =>
  <Row extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[] = []) =>
    inStatementSpan(tracer, name, text, async () => {
      try {
        return (await client.query<Row>({ name, text, values: [...values] })).rows;
      } catch (error) {
        throw translated(error);
      }
    });
