/** The rows of expired answers, which every read ignores, for the sweep of a service. */
export const expiredAnswers = { table: 'idempotency_keys', primaryKey: 'name' };
