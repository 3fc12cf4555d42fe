import { keyLevels } from '@patchbay/access/caller';
import { z } from 'zod';
import { organizationParams } from './organization.ts';
import { assignableRole } from './role.ts';
import { id, idInRequest, resourceName, slug, timestamp } from './text.ts';

export const apiKeyParams = organizationParams.extend({ id: idInRequest });

const role = assignableRole.meta({ description: 'What the key may do.' });

/** Null: never. */
export const expiresInDays = z.int().min(1).max(365).nullable();

const everyKey = {
  name: resourceName,
  expiresInDays: expiresInDays
    .default(null)
    .meta({ description: 'Days until it expires; null, the default: never.' }),
};

/** Each level has fields of its own; a field of another level is refused. */
export const newApiKey = z.discriminatedUnion('level', [
  z.strictObject({ ...everyKey, level: z.literal('user') }),
  z.strictObject({ ...everyKey, level: z.literal('organization'), role }),
  z.strictObject({
    ...everyKey,
    level: z.literal('workspace'),
    role,
    workspaceSlug: slug.meta({ description: 'The workspace that it is for.' }),
  }),
]);

const fields = {
  id,
  name: z.string(),
  prefix: z.string().meta({
    description:
      'The first 15 characters, to tell keys apart; of a key that was imported without them only the fixed `pby_`.',
  }),
  level: z.enum(keyLevels),
  role: assignableRole
    .nullable()
    .meta({ description: "Null at level `user`: such a key has its creator's role at the moment of use." }),
  workspace: z.string().optional().meta({ description: 'Its name; of workspace-level keys only.' }),
  workspaceSlug: z.string().optional().meta({ description: 'Of workspace-level keys only.' }),
  creatorEmail: z.string(),
  status: z.enum(['active', 'disabled', 'expired', 'revoked']),
  createdAt: timestamp,
  expiresAt: timestamp.nullable().meta({ description: 'Null: never.' }),
  lastRequest: timestamp
    .optional()
    .meta({ description: 'When it was last used; may lag a minute. Left out of a key that never was.' }),
};

export const ApiKey = z
  .object(fields)
  .meta({ id: 'ApiKey', description: 'A credential for programs, without its secret.' });

export const ApiKeyWithSecret = z
  .object({ ...fields, key: z.string().meta({ description: 'The raw key. It is shown this once.' }) })
  .meta({ id: 'ApiKeyWithSecret', description: 'A new API key, with its secret.' });

export const apiKeyExample: z.input<typeof ApiKey> = {
  id: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
  name: 'Reporting',
  prefix: 'pby_7Qd2mXr9TfK',
  level: 'workspace',
  role: 'viewer',
  workspace: 'Brand campaigns',
  workspaceSlug: 'brand-campaigns',
  creatorEmail: 'ada@acme.example',
  status: 'active',
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: '2027-02-13T09:30:00.000Z',
  lastRequest: '2026-11-15T11:02:00.000Z',
};

const { lastRequest: _unused, ...neverUsed } = apiKeyExample;

/** Not a valid key: the checksum, its last characters, is wrong. */
export const apiKeyWithSecretExample: z.input<typeof ApiKeyWithSecret> = {
  ...neverUsed,
  key: `${apiKeyExample.prefix}EXAMPLEEXAMPLEEXAMPLEEXAMPLE0000000`,
};

export const apiKeyParamsExample = { orgSlug: 'acme', id: apiKeyExample.id };
