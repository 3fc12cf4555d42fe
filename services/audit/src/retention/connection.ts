/** A connection of a pool, on which a transaction runs. */
export interface Connection {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}
