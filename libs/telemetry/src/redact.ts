import { loggedError } from './logged-error.ts';

/** In lower case and without `-` and `_`, so that `x-api-key`, `xApiKey` and `X_API_KEY` are one name. */
const secretNames: ReadonlySet<string> = new Set([
  'accesstoken',
  'apikey',
  'authorization',
  'bearer',
  'clientsecret',
  'connectionstring',
  'cookie',
  'credential',
  'credentials',
  'databaseurl',
  'devicecode',
  'idempotencykey',
  'idtoken',
  'passphrase',
  'password',
  'privatekey',
  'proxyauthorization',
  'refreshtoken',
  'secret',
  'sessiontoken',
  'sessiontokens',
  'setcookie',
  'token',
  'usercode',
  'xapikey',
]);

/** Fields whose names end like this hold an email address: `inviterEmail`, `creatorEmail`. */
const emailName = /emails?$/;

/**
 * A whole API key, which answers name `key`. By its value, because other fields of that name, keys of messages for example,
 * are no secrets. The prefix of a key has 15 characters and may be shown.
 */
const apiKey = /^pby_[\dA-Za-z]{12}/;

const censor = '[redacted]';

/** Depth to which the fields of a line are searched. */
const maxDepth = 4;

function isSecret(name: string): boolean {
  const normalized = name.replaceAll(/[-_]/g, '').toLowerCase();
  return secretNames.has(normalized) || emailName.test(normalized);
}

function redactedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return apiKey.test(value) ? censor : value;
  // JSON has no such numbers.
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return loggedError(value);
  if (ArrayBuffer.isView(value)) return '[binary]';
  if (depth === 0) return '[nested]';
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, depth - 1));
  return redactedFields(value as Record<string, unknown>, depth - 1);
}

function redactedFields(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    result[name] = value !== undefined && isSecret(name) ? censor : redactedValue(value, depth);
  }
  return result;
}

/**
 * The fields of a log line, without the values of fields whose name is that of a secret or an email address, and without API keys,
 * in case one is logged by mistake. `err` is left to its serializer. Not the `redact` option of pino, which needs the path of each
 * field in advance.
 */
export function redacted(fields: Record<string, unknown>): Record<string, unknown> {
  const result = redactedFields(fields, maxDepth);
  if ('err' in fields) result['err'] = fields['err'];
  return result;
}
