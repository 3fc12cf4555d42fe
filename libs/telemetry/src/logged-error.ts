import { stdSerializers } from 'pino';

/** Properties of errors of Postgres and Node that help to find the cause and never hold values of a row or a request. */
const facts = ['code', 'constraint', 'table', 'column', 'syscall', 'address', 'port'] as const;

/** What may stand in the text of an error although it is a secret: each pattern with what replaces it. */
const secretTexts: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // User and password of a URL: `postgresql://[redacted]@host/database`.
  [/\b([a-z][a-z\d+.-]{1,20}:\/\/)[^\s"']*@/gi, '$1[redacted]@'],
  // Query and fragment of a URL: mailed links have their token there.
  [/\b(https?:\/\/[^\s?#]+)[?#][^\s"')]+/gi, '$1?[redacted]'],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  // Email addresses: personal data.
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, '[address]'],
  // API keys beyond the prefix that may be shown.
  [/\b(pby_[\dA-Za-z]{11})[\dA-Za-z]+/g, '$1[redacted]'],
];

/** Characters of a message and of a stack that are logged. */
const maxText = 8_000;

const withoutSecrets = (text: string): string =>
  secretTexts.reduce(
    (rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement),
    text.slice(0, maxText),
  );

/**
 * The part of an error that is logged: type, message and stack with those of its causes, and the properties above.
 * Everything else that libraries attach to errors is left out, because it may hold secrets: the row that violated a
 * constraint, the command that Redis refused, headers, the claims of a token. Passwords of URLs, queries of links, bearers and
 * API keys in the message and the stack are replaced.
 */
export function loggedError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: withoutSecrets(String(thrown)) };
  const { type, message, stack } = stdSerializers.err(thrown);
  const known = facts.flatMap((name) => {
    const value = (thrown as Error & Partial<Record<typeof name, unknown>>)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  return {
    type,
    message: withoutSecrets(message),
    stack: withoutSecrets(stack),
    ...Object.fromEntries(known),
    // Thrown by Node when connecting to every address of a host failed: its own message is empty, so log that of each.
    ...(thrown instanceof AggregateError && {
      errors: thrown.errors.map((one: unknown) => loggedError(one)['message']),
    }),
  };
}
