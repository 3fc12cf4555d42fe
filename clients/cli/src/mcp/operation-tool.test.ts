import { describe, expect, it } from 'vitest';
import type { Operation } from '../catalogue/operation.ts';
import { catalogue } from '../generated/catalogue.ts';
import { annotationsOf, descriptionOf, inputOf, inputSchemaOf, isOffered, pageOf } from './operation-tool.ts';

const acme = { orgSlug: 'acme', workspaceSlug: 'spring' };

function operation(id: string): Operation {
  const found = catalogue.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

const idsWhere = (is: (one: Operation) => boolean): string[] => catalogue.filter(is).map(({ id }) => id);

describe('isOffered', () => {
  it('an operation that the API does not declare for assistants is never offered', () => {
    const everything = { allowsChanges: true, hasApiKey: false };
    const { assistant: _assistant, ...unsaid } = operation('getMe');
    expect(isOffered(operation('getMe'), everything)).toBe(true);
    expect(isOffered(unsaid, everything)).toBe(false);
    for (const id of ['createGrant', 'watchWorkspace', 'updateWebhook', 'acceptInvitation'])
      expect(isOffered(operation(id), everything)).toBe(false);
  });

  it('without changes only operations that read are offered', () => {
    const reading = { allowsChanges: false, hasApiKey: false };
    expect(idsWhere((one) => isOffered(one, reading) && one.method !== 'GET')).toEqual([]);
    expect(isOffered(operation('createWorkspace'), { ...reading, allowsChanges: true })).toBe(true);
  });

  it('an API key is not offered operations that need a session', () => {
    const offered = idsWhere((one) => isOffered(one, { allowsChanges: true, hasApiKey: true }));
    expect(offered).toContain('verifyIntegration');
    expect(offered).not.toContain('listApiKeys');
  });
});

describe('inputSchemaOf', () => {
  it('no operation has two parameters of one name', () => {
    const names = (one: Operation): string[] =>
      [...one.pathParameters, ...one.queryParameters, ...(one.body ?? [])].map(({ name }) => name);
    const offered = catalogue.filter((one) => isOffered(one, { allowsChanges: true, hasApiKey: false }));
    expect(offered.filter((one) => new Set(names(one)).size < names(one).length)).toEqual([]);
  });

  it('remembered slugs are optional', () => {
    const { required, properties } = inputSchemaOf(operation('getIntegration'), acme);
    expect({ required, properties }).toMatchObject({
      required: ['id'],
      properties: { orgSlug: { description: expect.stringContaining('Default: acme.') } },
    });
    expect(inputSchemaOf(operation('getIntegration'), {})).toMatchObject({
      required: ['orgSlug', 'workspaceSlug', 'id'],
    });
  });

  it('fields of a body are those that an assistant may send, with their types', () => {
    const { properties, required } = inputSchemaOf(operation('createIntegration'), acme);
    expect(Object.keys(properties as object)).toEqual([
      'orgSlug',
      'workspaceSlug',
      'provider',
      'name',
      'settings',
    ]);
    expect(properties).toMatchObject({ settings: { type: 'object' } });
    expect(required).toEqual(['provider', 'name']);
  });
});

describe('inputOf', () => {
  it('arguments become parameters and the body, without fields that an assistant may not send', () => {
    const given = { id: '1', name: 'Shop', returnUrl: 'https://evil.example' };
    expect(inputOf(operation('updateIntegration'), given, acme)).toEqual({
      ...acme,
      id: '1',
      body: { name: 'Shop' },
    });
    const policy = { name: 'Acme', domainRole: 'member', requiresPasskey: false };
    expect(inputOf(operation('updateOrganization'), policy, acme)).toEqual({
      orgSlug: 'acme',
      body: { name: 'Acme' },
    });
  });

  it('a filter is not filled with the remembered workspace', () => {
    expect(inputOf(operation('listAuditLogs'), {}, acme)).toEqual({ orgSlug: 'acme' });
  });

  it('the remembered workspace is not used in another organization', () => {
    expect(() => inputOf(operation('listIntegrations'), { orgSlug: 'other' }, acme)).toThrow(
      'Give workspaceSlug.',
    );
  });
});

describe('pageOf', () => {
  it('an unpaged list is cut to 50 items, with a cursor for the rest', () => {
    const workspaces = Array.from({ length: 60 }, (_, index) => index);
    const list = operation('listWorkspaces');
    const first = pageOf(list, { workspaces }, {}) as { workspaces: number[]; nextCursor: string };
    expect(first).toEqual({ workspaces: workspaces.slice(0, 50), nextCursor: '50' });
    expect(pageOf(list, { workspaces }, { cursor: first.nextCursor })).toEqual({
      workspaces: workspaces.slice(50),
      nextCursor: null,
    });
  });

  it('a paged list is not changed', () => {
    const page = { auditLogs: [1, 2], nextCursor: 'x' };
    expect(pageOf(operation('listAuditLogs'), page, { limit: 1 })).toBe(page);
  });
});

describe('descriptionOf and annotationsOf', () => {
  it('a description tells who may call, and leaves limits and audit actions out', () => {
    const text = descriptionOf(operation('updateMe'));
    expect(text).toContain('Who may call it');
    expect(text).not.toMatch(/Limited by|Audit trail/);
  });

  it('annotations are what the API says: reads, additions, what is replaced, and what is done again', () => {
    const hints = (id: string) => {
      const { readOnlyHint, destructiveHint, idempotentHint } = annotationsOf(operation(id));
      return { readOnlyHint, destructiveHint, idempotentHint };
    };
    expect(hints('getMe')).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    expect(hints('createWorkspace')).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    expect(hints('cancelWorkspaceInvitation')).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
    expect(hints('verifyIntegration')).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
    });
  });
});
