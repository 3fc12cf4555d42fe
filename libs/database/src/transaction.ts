/**
 * What shared code needs of a transaction, whichever service's Prisma client opened it. A function that takes one runs
 * inside it and never calls the network.
 */
export interface Transaction {
  $executeRawUnsafe(query: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): Promise<T>;
}
