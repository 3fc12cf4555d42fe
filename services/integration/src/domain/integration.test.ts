import { describe, expect, it } from 'vitest';
import { integrationWith } from './integration.fixture.ts';
import {
  disable,
  integrationDeleted,
  newIntegration,
  refuseWhenFull,
  statuses,
  type Update,
  update,
} from './integration.ts';

const now = new Date('2026-04-01T12:00:00.000Z');

describe('an integration', () => {
  it('a new integration is pending and not connected, with one event', () => {
    const { id, workspace, provider, name, settings, createdByEmail, access } = integrationWith();
    const returnUrl = 'https://a.example';
    const asked = { id, workspace, provider, name, settings, createdByEmail, access, returnUrl };
    const { integration, events } = newIntegration(asked, now);
    expect(integration).toEqual(
      integrationWith({ returnUrl: 'https://a.example', createdAt: now, updatedAt: now }),
    );
    expect(events).toEqual([
      {
        action: 'integration.created',
        about: { organizationId: 'an-organization' },
        workspace: { id: 'a-workspace', slug: 'spring', name: 'Spring' },
        target: { type: 'integration', id: 'an-integration', name: 'Shop' },
        changes: [
          { field: 'name', before: null, after: 'Shop' },
          { field: 'provider', before: null, after: 'criteo' },
          { field: 'settings', before: null, after: { advertiserId: '7' } },
          { field: 'returnUrl', before: null, after: 'https://a.example' },
          { field: 'access', before: null, after: 'read' },
        ],
        metadata: { provider: 'criteo' },
      },
    ]);
  });

  it.each(statuses.filter((status) => status !== 'disabled'))(
    'an integration can be disabled while %s',
    (status) => {
      const before = integrationWith({ status, connectedAt: now, lastError: 'Away.', lastErrorAt: now });
      const { integration, events } = disable(before, now);
      expect(integration).toEqual({ ...before, status: 'disabled', updatedAt: now });
      expect(events).toMatchObject([
        {
          action: 'integration.disabled',
          changes: [{ field: 'status', before: status, after: 'disabled' }],
        },
      ]);
    },
  );

  it('disabling an integration twice changes it once', () => {
    const disabled = integrationWith({ status: 'disabled' });
    expect(disable(disabled, now)).toEqual({ integration: disabled, events: [] });
  });

  it('the event of a deletion has the integration and its provider', () => {
    expect(integrationDeleted(integrationWith())).toMatchObject({
      action: 'integration.deleted',
      target: { id: 'an-integration', name: 'Shop' },
      metadata: { provider: 'criteo' },
    });
  });
});

describe('the integrations of a workspace', () => {
  it('a workspace has at most 1,000 integrations', () => {
    expect(() => refuseWhenFull(999)).not.toThrow();
    expect(() => refuseWhenFull(1_000)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        publicText: expect.stringContaining('1,000 integrations'),
      }),
    );
  });
});

const nothing: Update = { name: undefined, settings: undefined, returnUrl: undefined };

describe('update', () => {
  it('an update applies the requested changes, with one event that has each of them', () => {
    const before = integrationWith({ returnUrl: 'https://a.example' });
    const { integration, events } = update(
      before,
      { name: 'Store', settings: { region: 'EU' }, returnUrl: null },
      now,
    );
    expect(integration).toEqual({
      ...before,
      name: 'Store',
      settings: { region: 'EU' },
      returnUrl: null,
      updatedAt: now,
    });
    expect(events).toMatchObject([
      {
        action: 'integration.updated',
        target: { name: 'Store' },
        changes: [
          { field: 'name', before: 'Shop', after: 'Store' },
          { field: 'settings', before: { advertiserId: '7' }, after: { region: 'EU' } },
          { field: 'returnUrl', before: 'https://a.example', after: null },
        ],
      },
    ]);
  });

  it('an update replaces all settings', () => {
    const before = integrationWith({ settings: { a: '1', b: '2' } });
    expect(update(before, { ...nothing, settings: { a: '1' } }, now).integration.settings).toEqual({
      a: '1',
    });
  });

  it.each([
    ['nothing is asked for', nothing],
    ['everything is as it was', { name: 'Shop', settings: { b: 2, a: '1' }, returnUrl: null }],
  ])('an update changes nothing when %s', (_, asked) => {
    const before = integrationWith({ settings: { a: '1', b: 2 } });
    const { integration, events } = update(before, asked, now);
    expect(integration).toBe(before);
    expect(events).toEqual([]);
  });

  it('a setting of another name or type is a change', () => {
    const before = integrationWith({ settings: { a: '1' } });
    for (const settings of [{ b: '1' }, { a: 1 }, {}])
      expect(update(before, { ...nothing, settings }, now).events).toHaveLength(1);
  });
});
