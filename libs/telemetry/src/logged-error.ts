import { stdSerializers } from 'pino';

/** Facts of Postgres and of the operating system that say where to look and never what was in a row or a request. */
const facts = ['code', 'constraint', 'table', 'column', 'syscall', 'address', 'port'] as const;

/**
 * What a log line holds of an error: its text with those of its causes, and a few facts. Everything else that libraries
 * hang on their errors stays out, because it is what they were given: the row that a constraint refused, a URL with its
 * password, headers, the claims of a token.
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
    // All addresses of a host were tried: the text is that of each, and its own is empty.
    ...(thrown instanceof AggregateError && {
      errors: thrown.errors.map((one: unknown) => loggedError(one)['message']),
    }),
  };
}
