import { keyLevels } from '@patchbay/access/caller';
import { z } from 'zod';
import { exampleWorld, organizationParamsExample } from './example-world.ts';
import { organizationParams } from './organization.ts';
import { assignableRole } from './role.ts';
import { emailInAnswer, id, idInRequest, resourceName, slug, timestamp } from './text.ts';

export const apiKeyParams = organizationParams.extend({
  id: idInRequest.meta({ description: '`id` of the API key.' }),
});

const role = assignableRole.meta({ description: 'What the key may do.' });

/** Null: never. */
const expiresInDays = z.int().min(1).max(365).nullable();

const everyKey = {
  name: resourceName,
  expiresInDays: expiresInDays
    .default(null)
    .meta({ description: 'Days until it expires; null, the default: never.' }),
};

/** Each level has fields of its own; a field of another level is refused. */
const levels = [
  z.strictObject({ ...everyKey, level: z.literal('user') }).meta({
    id: 'NewUserApiKey',
    description: 'A key that acts as its creator, in this organization, with the role that the creator has.',
  }),
  z.strictObject({ ...everyKey, level: z.literal('organization'), role }).meta({
    id: 'NewOrganizationApiKey',
    description: 'A key for the organization and all its workspaces.',
  }),
  z
    .strictObject({
      ...everyKey,
      level: z.literal('workspace'),
      role,
      workspaceSlug: slug.meta({ description: 'The slug of the workspace that the key is for.' }),
    })
    .meta({ id: 'NewWorkspaceApiKey', description: 'A key for one workspace.' }),
] as const;

export const newApiKey = z.discriminatedUnion('level', levels).meta({
  id: 'NewApiKey',
  description: 'An API key to create; `level` decides which other fields it takes.',
  discriminator: {
    propertyName: 'level',
    mapping: {
      user: '#/components/schemas/NewUserApiKey',
      organization: '#/components/schemas/NewOrganizationApiKey',
      workspace: '#/components/schemas/NewWorkspaceApiKey',
    },
  },
});

export const apiKeyRotation = z
  .strictObject({
    graceHours: z.int().min(0).max(168).default(0).meta({
      description: 'Hours that the old key keeps working. Default: 0, it is revoked at once.',
    }),
    expiresInDays: expiresInDays.exactOptional().meta({
      description:
        "Days until the new key expires; null: never. Default: the old key's own lifetime, counted from now.",
    }),
  })
  .meta({ id: 'ApiKeyRotation', description: 'How an API key is replaced.' })
  .prefault({});

const fields = {
  id,
  name: z.string(),
  prefix: z.string().meta({
    description:
      'The first 15 characters, to tell keys apart; only the fixed `pby_` for a key that was imported without them.',
  }),
  level: z.enum(keyLevels).meta({ id: 'ApiKeyLevel', description: 'What an API key reaches.' }),
  role: assignableRole
    .nullable()
    .meta({ description: "Null at level `user`: such a key has its creator's role at the moment of use." }),
  workspace: z
    .string()
    .optional()
    .meta({ description: 'Name of the workspace; only for workspace-level keys.' }),
  workspaceSlug: z
    .string()
    .optional()
    .meta({ description: 'Slug of the workspace; only for workspace-level keys.' }),
  creatorEmail: emailInAnswer,
  status: z.enum(['active', 'disabled', 'expired', 'revoked']).meta({
    id: 'ApiKeyStatus',
    description:
      '`active`: works. `disabled`: refused until it is enabled again. `expired`, `revoked`: ended for good.',
  }),
  createdAt: timestamp,
  expiresAt: timestamp.nullable().meta({ description: 'Null: never.' }),
  lastRequest: timestamp
    .optional()
    .meta({ description: 'When it was last used; may lag a minute. Left out if it never was.' }),
};

export const ApiKey = z
  .object(fields)
  .meta({ id: 'ApiKey', description: 'A credential for programs, without its secret.' });

export const ApiKeyList = z
  .object({ apiKeys: z.array(ApiKey).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'ApiKeyList', description: 'The API keys that the caller may see.' });

export const ApiKeyWithSecret = z
  .object({ ...fields, key: z.string().meta({ description: 'The key itself. No other response shows it.' }) })
  .meta({ id: 'ApiKeyWithSecret', description: 'A new API key, with its secret.' });

export const apiKeyExample: z.input<typeof ApiKey> = {
  id: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
  name: 'Reporting',
  prefix: 'pby_7Qd2mXr9TfK',
  level: 'workspace',
  role: 'viewer',
  workspace: exampleWorld.workspace.name,
  workspaceSlug: exampleWorld.workspace.slug,
  creatorEmail: exampleWorld.ada.email,
  status: 'active',
  createdAt: exampleWorld.createdAt,
  expiresAt: '2027-02-13T09:30:00.000Z',
  lastRequest: '2026-11-15T11:02:00.000Z',
};

const { lastRequest: _unused, ...neverUsed } = apiKeyExample;

/** Not a valid key: the checksum, its last characters, is wrong. */
export const apiKeyWithSecretExample: z.input<typeof ApiKeyWithSecret> = {
  ...neverUsed,
  key: `${apiKeyExample.prefix}EXAMPLEEXAMPLEEXAMPLEEXAMPLE0000000`,
};

/** After a rotation: a key with the same name and scope, and an id of its own. */
export const rotatedApiKeyExample: z.input<typeof ApiKeyWithSecret> = {
  ...apiKeyWithSecretExample,
  id: '0199c1f6-7c93-7ea8-904b-d50c17b9ea11',
  prefix: 'pby_4Rk8nWs3VhL',
  key: 'pby_4Rk8nWs3VhLEXAMPLEEXAMPLEEXAMPLEEXAMPLE0000000',
  createdAt: '2026-11-20T09:30:00.000Z',
  expiresAt: '2027-02-18T09:30:00.000Z',
};

export const apiKeyParamsExample = { ...organizationParamsExample, id: apiKeyExample.id };
