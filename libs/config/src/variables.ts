import { z } from 'zod';

/** Schemas for the values of environment variables, each with its error message. */

export const portNumber = () =>
  z.coerce
    .number('must be a port, 0 to 65535')
    .int('must be a port, 0 to 65535')
    .min(0, 'must be a port, 0 to 65535')
    .max(65_535, 'must be a port, 0 to 65535');

export const port = (fallback: number) => portNumber().default(fallback);

/** `://` is demanded: the parser also accepts `https:api.example`, and `smtp:mail.example`, which has no host. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) =>
        /^\s*[a-z]+:\/\//i.test(value) && protocols.includes(URL.parse(value)?.protocol.slice(0, -1) ?? ''),
      { error: `must be an address beginning with ${protocols.map((name) => `${name}://`).join(' or ')}` },
    );

export const plainUrl = (...protocols: string[]) =>
  url(...protocols).refine(
    (value) => !/[?#]/.test(value),
    'must be an address without a query or a fragment',
  );

const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';

/**
 * An address that links are built from, as the URL parser writes it: scheme and host in lower case. No trailing slash, so that
 * paths can be appended, and nothing after the path. Credentials are refused: the address is shown to everybody, and
 * `https://api.example@evil.example` leads to another host than it seems to.
 */
export const baseUrl = () =>
  plainUrl('http', 'https')
    .refine((value) => {
      const parsed = URL.parse(value);
      return parsed === null || !hasCredentials(parsed);
    }, 'must be an address without a user name or a password')
    .transform((value) => new URL(value).href.replace(/\/+$/, ''));

export const commaSeparated = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** `true` or `false`; nothing else, so that a misspelt value does not count as one of them. */
export const flag = () =>
  z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true');

export const count = (fallback: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .default(fallback);

const wholeNumberBetween = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};

/** A whole number from `min` to `max`. */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  wholeNumberBetween(min, max).default(fallback);

/** The same without a default: undefined where it is unset. */
export const optionalWholeNumber = (min: number, max: number) => wholeNumberBetween(min, max).optional();

export const logLevel = () =>
  z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info');

const seconds = (fallback: number, min: number) =>
  z.coerce
    .number('must be a whole number of seconds')
    .int('must be a whole number of seconds')
    .min(min, `must be ${min} or more`)
    .default(fallback);

/** How a process stops: the same two variables for every service. `stopTimesOf` turns them into the options of `run`. */
export const stopVariables = {
  STOP_DELAY_SECONDS: seconds(0, 0).describe(
    'How long everything still works after `SIGTERM` while `/readyz` says not ready; part of `STOP_TIMEOUT_SECONDS`',
  ),
  STOP_TIMEOUT_SECONDS: seconds(25, 1).describe(
    'From `SIGTERM` to the exit at most; what is not finished after four fifths of it is given up',
  ),
};

/** A value that `parse` reads; the message of the error that it throws is reported as the problem. */
export const parsedBy = <Value>(parse: (text: string) => Value) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error));
      return z.NEVER;
    }
  });

/** Marks a variable whose value is the path of a file: a process that starts others in other folders makes it absolute. */
export const filePath = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), filePath: true });

/** Whether `filePath` marked the variable, with nothing wrapped around it afterwards. */
export const isFilePath = (schema: unknown): boolean => (schema as z.ZodType).meta()?.['filePath'] === true;
