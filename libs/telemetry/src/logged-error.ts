import { stdSerializers } from 'pino';

/** Properties of errors of Postgres and Node that help to find the cause and never hold values of a row or a request. */
const facts = ['code', 'constraint', 'table', 'column', 'syscall', 'address', 'port'] as const;

/**
 * The part of an error that is logged: type, message and stack with those of its causes, and the properties above.
 * Everything else that libraries attach to errors is left out, because it may hold secrets: the row that violated a
 * constraint, a URL with its password, headers, the claims of a token.
 */
export function loggedError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { type, message, stack } = stdSerializers.err(thrown);
  const known = facts.flatMap((name) => {
    const value = (thrown as Error & Partial<Record<typeof name, unknown>>)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  return {
    type,
    message,
    stack,
    ...Object.fromEntries(known),
    // Thrown by Node when connecting to every address of a host failed: its own message is empty, so log that of each.
    ...(thrown instanceof AggregateError && {
      errors: thrown.errors.map((one: unknown) => loggedError(one)['message']),
    }),
  };
}
