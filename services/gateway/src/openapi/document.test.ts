import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { operationObject as operation, document as read } from './document.fixture.ts';

/** Every object in a value, itself included; references to schemas are followed, each once. */
function* objectsIn(
  value: unknown,
  followed = new Set<string>(),
): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Readonly<Record<string, unknown>>;
  yield object;
  const name = /^#\/components\/(?:schemas|responses)\/(\w+)$/.exec(String(object['$ref']))?.[1];
  if (name !== undefined && !followed.has(name)) {
    followed.add(name);
    yield* objectsIn(read.components.schemas[name] ?? read.components.responses[name], followed);
  }
  for (const part of Object.values(object)) yield* objectsIn(part, followed);
}

describe('the document', () => {
  it('the document is OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate({ ...structuredClone(read) });
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('the document has the levels of keys and the headers of retired ones exactly where keys are accepted', () => {
    for (const { id, credentials, keyLevels, answer } of operations) {
      const acceptsKeys = credentials === 'session or key';
      const levels = keyLevels?.map((level) => `\`${level}\``).join(', ');
      expect(operation(id)['x-patchbay-key-levels']).toEqual(keyLevels);
      expect(operation(id).description.includes(`an API key of level ${levels}.`)).toBe(acceptsKeys);
      const names = Object.keys(operation(id).responses[answer.status]?.headers ?? {});
      expect(names.includes('Deprecation') && names.includes('Sunset')).toBe(acceptsKeys);
    }
    expect(operation('getMe').description).toContain('or an API key of level `user`.');
  });

  it('the document says who may call an operation', () => {
    const whoOf = (id: string) => /Who may call it: (.*?)\./.exec(operation(id).description)?.[1];
    expect(
      ['signUp', 'getMe', 'listProviders', 'getOrganization', 'listOrganizationMembers'].map(whoOf),
    ).toEqual([
      'anyone, without a credential',
      'every person for themselves',
      'any caller',
      'everyone in the organization, guests included',
      'everyone in the organization except guests',
    ]);
    expect(['getWorkspace', 'createIntegration', 'removeWorkspaceMember'].map(whoOf)).toEqual([
      'everyone who can see the workspace',
      'effective admins and members of the workspace',
      'effective admins of the workspace, and everyone for themselves by a session',
    ]);
  });

  it('the document says what an operation writes to the audit trail', () => {
    expect(operation('removeOrganizationMember').description).toContain(
      'Audit trail: `member.removed`, `api_key.revoked`.',
    );
    expect(operation('getMe').description).not.toContain('Audit trail');
  });

  it('the document has the headers of every answer', () => {
    for (const { id, answer, credentials, group } of operations) {
      const names = Object.keys(operation(id).responses[answer.status]?.headers ?? {});
      expect(names).toEqual(expect.arrayContaining(['X-Request-Id', 'Traceparent']));
      const isLimited = credentials !== 'none' || group !== 'infra';
      expect([id, names.includes('RateLimit-Policy'), names.includes('RateLimit')]).toEqual([
        id,
        isLimited,
        isLimited,
      ]);
    }
    const headersOf = (name: string) => Object.keys(read.components.responses[name]?.headers ?? {});
    expect(headersOf('Unauthorized')).toContain('WWW-Authenticate');
    expect(headersOf('TooManyRequests')).toContain('Retry-After');
    expect(headersOf('ServiceUnavailable')).toContain('Retry-After');
  });

  it('the document names the limits of an operation', () => {
    for (const id of ['createWorkspaceInvitation', 'resendOrganizationInvitation']) {
      expect(operation(id)?.description).toContain(
        'Limited by `changePerOrganization`, `invitationPerKey`, `invitationPerRecipient`, `invitationPerOrganization`.',
      );
      expect(operation(id)?.responses).toHaveProperty('429');
    }
    for (const id of ['verifyIntegration', 'enableIntegration'])
      expect(operation(id)?.description).toContain(
        'Limited by `changePerOrganization`, `attemptPerOrganization`.',
      );
    expect(operation('connectIntegration')?.description).toContain(
      'Limited by `changePerOrganization`, `attemptPerOrganization`, `refusedAttemptPerLogin`.',
    );
    for (const id of ['createApiKey', 'rotateApiKey'])
      expect(operation(id)?.description).toContain(
        'Limited by `changePerOrganization`, `keyPerOrganization`.',
      );
    expect(operation('updateMe')?.description).toContain('Limited by `profilePerUser`.');
    expect(operation('signUp')?.description).toContain(
      'Limited by `publicPerAddress`, `signUpPerAddress`, `signUpPerEmail`.',
    );
  });

  it('the document shows which fields a key of each level requires', () => {
    const { schemas } = read.components;
    const { discriminator } = schemas['NewApiKey'] as { discriminator: { mapping: Record<string, string> } };
    const required = Object.entries(discriminator.mapping).map(([level, reference]) => [
      level,
      schemas[reference.replace('#/components/schemas/', '')]?.['required'],
    ]);
    expect(required).toEqual([
      ['user', ['name', 'level']],
      ['organization', ['name', 'level', 'role']],
      ['workspace', ['name', 'level', 'role', 'workspaceSlug']],
    ]);
  });

  it('the document allows further fields in answers, and none in bodies that are sent', () => {
    const { schemas } = read.components;
    expect(schemas['Workspace']).not.toHaveProperty('additionalProperties');
    expect(schemas['NewWorkspace']).toHaveProperty('additionalProperties', false);
  });

  it('the document writes what may be null as a type', () => {
    const { schemas } = read.components;
    expect(schemas['ApiKeyRotation']).toMatchObject({
      properties: { expiresInDays: { type: ['integer', 'null'], minimum: 1, maximum: 365 } },
    });
    expect(schemas['Integration']).toMatchObject({
      properties: {
        connectedAt: { type: ['string', 'null'], format: 'date-time' },
        category: { anyOf: [{ $ref: '#/components/schemas/ProviderCategory' }, { type: 'null' }] },
      },
    });
  });

  it('the document has no pattern in answers beside a format that says the same', () => {
    const answers = operations.map(({ id }) => operation(id).responses);
    const formatted = [...objectsIn(answers)].filter(
      ({ format }) => format === 'date-time' || format === 'uuid',
    );
    expect(formatted).toContainEqual(expect.objectContaining({ type: ['string', 'null'] }));
    expect(formatted.filter((schema) => 'pattern' in schema)).toEqual([]);
  });

  it.each([
    ['getVersion', ['200', '400', '408', '413', '431', '500', '503']],
    ['getOpenApi', ['200', '304', '400', '408', '413', '431', '500', '503']],
    ['getMe', ['200', '400', '401', '403', '408', '413', '429', '431', '500', '503', '504']],
    ['updateMe', ['200', '400', '401', '403', '408', '413', '415', '429', '431', '500', '503', '504']],
    ['signUp', ['202', '400', '408', '409', '413', '415', '429', '431', '500', '503', '504']],
    ['completeProviderSignIn', ['302', '404', '429', '431', '503']],
    ['pollDeviceAuthorization', ['200', '400', '408', '413', '415', '429', '431', '500', '503', '504']],
    ['verifySignInLink', ['200', '400', '401', '408', '413', '415', '429', '431', '500', '503', '504']],
    ['exportAuditLogs', ['200', '400', '401', '403', '404', '408', '413', '429', '431', '500', '503', '504']],
    [
      'createWorkspace',
      ['201', '400', '401', '403', '404', '408', '409', '413', '415', '429', '431', '500', '503', '504'],
    ],
  ])('the document lists every status that %s can answer', (id, statuses) => {
    expect(Object.keys(operation(id)?.responses ?? {}).toSorted()).toEqual(statuses);
  });

  it.each(['startProviderSignIn', 'completeProviderSignIn'])('the document says where %s leads', (id) => {
    const answer = operation(id)?.responses['302'];
    expect(answer).toMatchObject({ headers: { Location: {}, 'Set-Cookie': {} } });
    expect(answer).not.toHaveProperty('content');
  });

  it('the document describes an answer that comes by lines as text, and each of its lines', () => {
    expect(operation('exportAuditLogs')?.responses['200']).toMatchObject({
      description: expect.stringMatching(/per line, each of the schema `AuditLog`.*`gzip`/),
      headers: { 'Content-Encoding': {}, 'Content-Disposition': {} },
      content: {
        'application/x-ndjson': {
          schema: { type: 'string' },
          'x-patchbay-line-schema': '#/components/schemas/AuditLog',
          example: expect.stringMatching(/^\{.*"action":"user.updated".*\}\n$/),
        },
      },
    });
  });

  it('the document shows each of the failures that share a status', () => {
    const name = 'BadRequestOrValidationFailed';
    expect(operation('pollDeviceAuthorization')?.responses['400']).toEqual({
      $ref: `#/components/responses/${name}`,
    });
    expect(read.components.responses[name]).toMatchObject({
      description: expect.stringMatching(/^Bad Request: .*Validation Failed: /s),
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

  it('the document offers an idempotency key exactly where something is created', () => {
    const offering = operations.filter(({ id }) =>
      operation(id)?.parameters?.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(offering).toEqual(operations.filter(({ answer }) => answer.status === 201));
    expect(offering.length).toBeGreaterThan(0);
    expect(operation('createWorkspace')).toMatchObject({
      parameters: [{ name: 'orgSlug' }, { in: 'header', required: false, schema: { maxLength: 255 } }],
      responses: { '201': { headers: { 'Idempotency-Replayed': {} } } },
    });
    // `/docs` fills in an example: two different creations would have the same key.
    expect(operation('createWorkspace').parameters?.[1]).not.toHaveProperty('example');
  });
});
