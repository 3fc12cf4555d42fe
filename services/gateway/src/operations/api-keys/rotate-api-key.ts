import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKeyWithSecret } from '../../present/api-key.ts';
import {
  ApiKeyWithSecret,
  apiKeyParams,
  apiKeyParamsExample,
  apiKeyRotation,
  rotatedApiKeyExample,
} from '../../schemas/api-key.ts';
import { apiKeyLinks, apiKeyOf, freshForPowerfulKeys, keyLimits } from './api-key.ts';

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
  summary: 'Rotate an API key',
  description:
    'Replaces a key with a new one of the same name and scope, which belongs to the caller. The caller must be allowed to manage the old key and to create such a key now. The old key is revoked at once, or keeps working for `graceHours`; responses to it then carry `Deprecation` and `Sunset`. The new key is shown in this response only. A key that is disabled, revoked, expired or already rotated is a 409.',
  credentials: 'session',
  access: inOrganization.see,
  fresh: freshForPowerfulKeys,
  limits: keyLimits,
  params: apiKeyParams,
  body: apiKeyRotation,
  examples: { params: apiKeyParamsExample, body: { graceHours: 24, expiresInDays: 90 } },
  answer: {
    status: 201,
    description: 'The new key',
    schema: ApiKeyWithSecret,
    example: rotatedApiKeyExample,
    links: apiKeyLinks,
  },
  assistant: never('shows or takes a credential'),
  audit: ['api_key.rotated'],
  async handle({ params, body: { graceHours, expiresInDays: days }, callOptions }, { apiKeys }) {
    const rotated = await apiKeys.rotateApiKey(
      { ...apiKeyOf(params), graceHours, ...expiryOf(days) },
      callOptions,
    );
    return presentApiKeyWithSecret(rotated);
  },
});
