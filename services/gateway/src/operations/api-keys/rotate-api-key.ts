import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKeyWithSecret } from '../../present/api-key.ts';
import {
  ApiKeyWithSecret,
  apiKeyParams,
  apiKeyParamsExample,
  apiKeyWithSecretExample,
  expiresInDays,
} from '../../schemas/api-key.ts';
import { apiKeyOf } from './path.ts';

const body = z
  .strictObject({
    graceHours: z.int().min(0).max(168).default(0).meta({
      description: 'Hours that the old key goes on working; 0, the default: it is revoked at once.',
    }),
    expiresInDays: expiresInDays.exactOptional().meta({
      description:
        "Days until the new key expires; null: never. Default the old key's own lifetime, from now.",
    }),
  })
  .prefault({});

/** Undefined: the old key's lifetime again; null: never. */
function expiryOf(days: number | null | undefined) {
  if (days === undefined) return {};
  return days === null
    ? { expiry: { case: 'neverExpires', value: true } as const }
    : { expiry: { case: 'expiresInDays', value: days } as const };
}

export const rotateApiKey = defineOperation({
  id: 'rotateApiKey',
  group: 'api-keys',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/api-keys/{id}/rotate',
  summary: 'Replace an API key',
  description:
    'Whoever may manage it may, if they could create such a key now, and owns the new key, which has the same name and scope. The answer is the only one that shows it. A key that is disabled, revoked, expired or rotated already is a conflict.',
  credentials: 'session',
  access: inOrganization.see,
  params: apiKeyParams,
  body,
  examples: { params: apiKeyParamsExample, body: { graceHours: 24, expiresInDays: 90 } },
  answer: {
    status: 201,
    description: 'The new key',
    schema: ApiKeyWithSecret,
    example: apiKeyWithSecretExample,
  },
  audit: ['api_key.rotated'],
  async handle({ params, body: { graceHours, expiresInDays: days }, callOptions }, { apiKeys }) {
    const rotated = await apiKeys.rotateApiKey(
      { ...apiKeyOf(params), graceHours, ...expiryOf(days) },
      callOptions,
    );
    return presentApiKeyWithSecret(rotated);
  },
});
