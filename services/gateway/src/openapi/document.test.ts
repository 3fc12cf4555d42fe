import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { createDocument } from './document.ts';

const document = createDocument(operations, {
  publicUrl: 'https://api.example',
  cookieName: '__Host-patchbay_session',
});
/** The document after serialization, as a client gets it. */
const read = JSON.parse(JSON.stringify(document)) as {
  security: unknown;
  paths: Record<
    string,
    Record<
      string,
      {
        description: string;
        security?: unknown;
        parameters?: { name: string; in: string; required: boolean }[];
        requestBody?: {
          required: boolean;
          content: Record<'application/json', { schema: { oneOf?: { required: string[] }[] } }>;
        };
        responses: Record<string, unknown>;
      }
    >
  >;
  components: Record<'schemas' | 'responses' | 'securitySchemes', Record<string, unknown>>;
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
      'ApiKey',
      'ApiKeyWithSecret',
      'AuditLog',
      'AuditVerification',
      'ConnectLink',
      'ConnectOutcome',
      'ConnectPage',
      'DeviceAuthorization',
      'Health',
      'Integration',
      'IntegrationWithConnectUrl',
      'Invitation',
      'InvitationPreview',
      'Organization',
      'OrganizationMember',
      'Problem',
      'Provider',
      'ProviderField',
      'Session',
      'SignUpAcknowledgement',
      'SignedIn',
      'User',
      'Version',
      'Workspace',
      'WorkspaceMember',
    ]);
  });

  it('says who may call what', () => {
    expect(Object.keys(read.components.securitySchemes)).toEqual(['sessionCookie', 'bearer', 'apiKey']);
    expect(read.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
    expect(operation('getMe')).not.toHaveProperty('security');
    expect(operation('updateMe')?.security).toEqual([{ sessionCookie: [] }, { bearer: [] }]);
    expect(operation('signUp')?.security).toEqual([]);
    expect(operation('getSession')?.security).toEqual([{ sessionCookie: [] }, { bearer: [] }]);
    expect(operation('startProviderSignIn')?.security).toEqual([]);
    expect(operation('completeProviderSignIn')?.security).toEqual([]);
  });

  it('says of which level keys are, and tells of retired ones, exactly where they are accepted', () => {
    for (const { id, credentials, keyLevels = [] } of operations) {
      const levels = keyLevels.map((level) => `\`${level}\``).join(', ');
      expect(operation(id)?.description.includes(`API keys: ${levels}.`)).toBe(
        credentials === 'session or key',
      );
      const [answer] = Object.values(operation(id)?.responses ?? {}) as { headers?: object }[];
      const names = Object.keys(answer?.headers ?? {});
      expect(names.includes('Deprecation') && names.includes('Sunset')).toBe(
        credentials === 'session or key',
      );
    }
    expect(operation('getMe')?.description).toContain('API keys: `user`.');
  });

  it('names the limits of an operation', () => {
    for (const id of ['createWorkspaceInvitation', 'resendOrganizationInvitation']) {
      expect(operation(id)?.description).toContain(
        'Limited by `invitationPerKey`, `invitationPerRecipient`, `invitationPerOrganization`.',
      );
      expect(operation(id)?.responses).toHaveProperty('429');
    }
    for (const id of ['connectIntegration', 'verifyIntegration', 'enableIntegration'])
      expect(operation(id)?.description).toContain('Limited by `attemptPerOrganization`.');
    expect(operation('signUp')?.description).toContain(
      'Limited by `publicPerAddress`, `signUpPerAddress`, `signUpPerEmail`.',
    );
  });

  it('asks for no query parameter that may be left out', () => {
    const requiredIn = (id: string) =>
      operation(id)
        ?.parameters?.filter((parameter) => parameter.in === 'query' && parameter.required)
        .map(({ name }) => name);
    expect(requiredIn('listAuditLogs')).toEqual([]);
    expect(requiredIn('listIntegrations')).toEqual([]);
  });

  it('asks for a body where one is needed', () => {
    const isRequired = (id: string) => operation(id)?.requestBody?.required;
    expect(['startConnectOauth', 'issueConnectLink', 'rotateApiKey'].map(isRequired)).toEqual(
      Array(3).fill(false),
    );
    expect(['submitConnectCredentials', 'updateIntegration', 'signUp'].map(isRequired)).toEqual(
      Array(3).fill(true),
    );
  });

  it('shows what a key of each level is made of', () => {
    const body = operation('createApiKey')?.requestBody?.content['application/json'].schema;
    expect(body?.oneOf?.map(({ required }) => required)).toEqual([
      ['name', 'level'],
      ['name', 'level', 'role'],
      ['name', 'level', 'role', 'workspaceSlug'],
    ]);
    expect(operation('createApiKey')?.requestBody?.required).toBe(true);
    expect(operation('rotateApiKey')?.requestBody?.required).toBe(false);
  });

  it.each([
    ['getVersion', ['200', '400', '413', '431', '500']],
    ['getHealth', ['200', '400', '413', '431', '500', '503']],
    ['getMe', ['200', '400', '401', '413', '429', '431', '500', '503', '504']],
    ['getOrganization', ['200', '400', '401', '404', '413', '429', '431', '500', '503', '504']],
    ['updateMe', ['200', '400', '401', '403', '413', '415', '429', '431', '500', '503', '504']],
    ['signUp', ['202', '400', '409', '413', '415', '429', '431', '500', '503', '504']],
    ['startProviderSignIn', ['302', '400', '404', '413', '429', '431', '500', '503', '504']],
    ['completeProviderSignIn', ['302', '404', '429', '431']],
    ['pollDeviceAuthorization', ['200', '400', '413', '415', '429', '431', '500', '503', '504']],
    [
      'decideDeviceAuthorization',
      ['204', '400', '401', '403', '404', '413', '415', '429', '431', '500', '503', '504'],
    ],
    ['verifySignInLink', ['200', '400', '401', '413', '415', '429', '431', '500', '503', '504']],
    ['listAuditLogs', ['200', '400', '401', '403', '404', '413', '429', '431', '500', '503', '504']],
    ['exportAuditLogs', ['200', '400', '401', '403', '404', '413', '429', '431', '500', '503', '504']],
    ['getInvitation', ['200', '400', '404', '413', '429', '431', '500', '503', '504']],
    ['getWorkspace', ['200', '400', '401', '404', '413', '429', '431', '500', '503', '504']],
    [
      'listWorkspaceInvitations',
      ['200', '400', '401', '403', '404', '413', '429', '431', '500', '503', '504'],
    ],
    ['getConnectPage', ['200', '400', '401', '404', '413', '429', '431', '500', '503', '504']],
    [
      'submitConnectCredentials',
      ['200', '400', '401', '404', '409', '413', '415', '429', '431', '500', '503', '504'],
    ],
    ['completeConnectOauth', ['302', '429', '431']],
    ['listIntegrations', ['200', '400', '401', '404', '413', '429', '431', '500', '503', '504']],
    [
      'verifyIntegration',
      ['200', '400', '401', '403', '404', '409', '413', '415', '429', '431', '500', '503', '504'],
    ],
    [
      'createWorkspace',
      ['201', '400', '401', '403', '404', '409', '413', '415', '429', '431', '500', '503', '504'],
    ],
  ])('lists every status that %s can answer', (id, statuses) => {
    expect(Object.keys(operation(id)?.responses ?? {}).toSorted()).toEqual(statuses);
  });

  it.each(['startProviderSignIn', 'completeProviderSignIn'])('says where %s leads, without a body', (id) => {
    const answer = operation(id)?.responses['302'];
    expect(answer).toMatchObject({ headers: { Location: {}, 'Set-Cookie': {} } });
    expect(answer).not.toHaveProperty('content');
  });

  it('describes a line of an answer that comes by lines', () => {
    expect(operation('exportAuditLogs')?.responses['200']).toMatchObject({
      description: expect.stringMatching(/per line.*`gzip`/),
      headers: { 'Content-Encoding': {}, 'Content-Disposition': {} },
      content: {
        'application/x-ndjson': {
          schema: { $ref: '#/components/schemas/AuditLog' },
          example: { action: 'user.updated' },
        },
      },
    });
  });

  it('shows each of the failures that share a status', () => {
    const name = 'BadRequestOrValidationFailed';
    expect(operation('pollDeviceAuthorization')?.responses['400']).toEqual({
      $ref: `#/components/responses/${name}`,
    });
    expect(read.components.responses[name]).toMatchObject({
      description: 'Bad Request or Validation Failed',
      content: {
        'application/problem+json': {
          examples: {
            BadRequest: { value: { status: 400, detail: expect.stringMatching(/^authorization_pending: /) } },
            ValidationFailed: { value: { status: 400, errors: [{ path: 'name' }] } },
          },
        },
      },
    });
  });

  it('offers an idempotency key exactly where something is created', () => {
    const offering = operations.filter(({ id }) =>
      operation(id)?.parameters?.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(offering).toEqual(operations.filter(({ answer }) => answer.status === 201));
    expect(offering.length).toBeGreaterThan(0);
    expect(operation('createWorkspace')).toMatchObject({
      parameters: [{ name: 'orgSlug' }, { in: 'header', required: false, schema: { maxLength: 255 } }],
      responses: { '201': { headers: { 'Idempotency-Replayed': {} } } },
    });
  });
});
