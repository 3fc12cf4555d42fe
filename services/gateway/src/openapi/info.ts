import { defaultLimits } from '@patchbay/limits/rate-limits';
import type { Json } from './schemas.ts';

/** Version of the API contract, not of the software that serves it. */
export const apiVersion = '0.1.0';

const unit = (seconds: number): string =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;

/** Every limit with its default, as a table in Markdown. */
const limitsTable = [
  '| Limit | Counts | Default |',
  '|---|---|---|',
  ...Object.entries(defaultLimits).map(
    ([name, { limit, windowSeconds, counts }]) =>
      `| \`${name}\` | ${counts} | ${limit} in ${unit(windowSeconds)} |`,
  ),
].join('\n');

const description = `Organizations, workspaces, API keys, an audit trail, and integrations that connect a workspace to an advertising system.

## Authentication

Sign in with an emailed link (\`requestSignInLink\`, \`verifySignInLink\`), at a provider (\`startProviderSignIn\`) or from a device
(\`startDeviceAuthorization\`). The session is carried by a cookie in browsers, and by \`Authorization: Bearer\` elsewhere. Programs
use an API key (\`createApiKey\`) in the header \`x-api-key\`. Each operation lists the credentials that it accepts, and
\`x-patchbay-key-levels\` the levels of API keys. Send exactly one: of several, an API key is used before a bearer, and a bearer
before a cookie; the others are ignored. A credential that is missing, has ended or is not accepted is a 401.

## Requests and answers

Bodies are JSON in UTF-8. Unknown fields and parameters are refused; answers may get new fields, so clients ignore those that they
do not know. Timestamps are ISO 8601 in UTC with milliseconds, ids are UUIDs. Text that people type is trimmed; its length counts
in Unicode code points. A field that may be null is always present; an optional one is left out where there is no value.
Collections come whole, oldest first, except the providers, which have an order of their own; the audit trail comes in pages,
newest first. \`HEAD\` answers as \`GET\` without a body.

## Errors

Every failure is a problem (RFC 9457, \`application/problem+json\`), except in the flows that a browser is sent through, which
redirect. A 400 lists every wrong field in \`errors\`. What does not exist and what the caller may not see are both a 404; a 403 means
that the caller sees the thing, but has too low a role. A known path with another method is a 405 with \`Allow\`. A 503 has
\`Retry-After\`. After a 500, 503 or 504, or without an answer, it is not known whether the request took effect.

## Sending a request again

Operations that create something accept an \`Idempotency-Key\`: the same key with the same body within 24 hours gets the first answer
again, whatever became of it, and creates nothing. \`GET\`, \`PATCH\` and \`DELETE\` may be repeated without one.

## Rate limits

Answers carry \`RateLimit-Policy\` and \`RateLimit\` with the limits that counted the request; beyond a limit it is a 429 with
\`Retry-After\`. These are the defaults, which an installation may change. \`requestPerCaller\` and \`failedCredentialPerAddress\`
hold for every operation that takes a credential; the others are named by the operations that they hold for.

${limitsTable}

## Versions

Business operations are under \`/v1\`. Until version 1.0 breaking changes are made in place; from then on they become \`/v2\`. Operation
ids and the names of schemas are stable.`;

export const info: Json = { title: 'Patchbay API', version: apiVersion, description };
