/** Kafka's name of a protocol error, such as `LEADER_NOT_AVAILABLE`; undefined for other errors. */
export const errorTypeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined;

/** Whether the error or one of its causes is a protocol error of one of the types; kafkajs wraps an error that it has retried. */
export const isCausedBy = (error: unknown, types: ReadonlySet<string>): boolean =>
  error instanceof Error && (types.has(errorTypeOf(error) ?? '') || isCausedBy(error.cause, types));
