import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { createDocument } from './document.ts';

const document = createDocument(operations, {
  publicUrl: 'https://api.example',
  cookieName: '__Host-patchbay_session',
});
/** As a client reads it. */
const read = JSON.parse(JSON.stringify(document)) as {
  security: unknown;
  paths: Record<string, Record<string, { security?: unknown; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
};
const operation = (id: string) => {
  const found = operations.find((candidate) => candidate.id === id);
  return found && read.paths[found.path]?.[found.method.toLowerCase()];
};

describe('the document', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(read));
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('names schemas as the contract does', () => {
    expect(Object.keys(read.components.schemas).toSorted()).toEqual([
      'AuditLog',
      'AuditVerification',
      'Health',
      'Organization',
      'Problem',
      'Provider',
      'ProviderField',
      'SignUpAcknowledgement',
      'SignedIn',
      'User',
      'Version',
    ]);
  });

  it('says who may call what', () => {
    expect(Object.keys(read.components.securitySchemes)).toEqual(['sessionCookie', 'bearer', 'apiKey']);
    expect(read.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
    expect(operation('getMe')).not.toHaveProperty('security');
    expect(operation('updateMe')?.security).toEqual([{ sessionCookie: [] }, { bearer: [] }]);
    expect(operation('signUp')?.security).toEqual([]);
  });

  it.each([
    ['getVersion', ['200', '400', '431', '500']],
    ['getHealth', ['200', '400', '431', '500', '503']],
    ['getMe', ['200', '400', '401', '429', '431', '500', '503', '504']],
    ['getOrganization', ['200', '400', '401', '404', '429', '431', '500', '503', '504']],
    ['updateMe', ['200', '400', '401', '403', '413', '415', '429', '431', '500', '503', '504']],
    ['signUp', ['202', '400', '409', '413', '415', '429', '431', '500', '503', '504']],
    ['verifySignInLink', ['200', '400', '401', '413', '415', '431', '500', '503', '504']],
    ['listAuditLogs', ['200', '400', '401', '403', '404', '429', '431', '500', '503', '504']],
  ])('lists every status that %s can answer', (id, statuses) => {
    expect(Object.keys(operation(id)?.responses ?? {}).toSorted()).toEqual(statuses);
  });
});
