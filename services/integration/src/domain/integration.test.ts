import { describe, expect, it } from 'vitest';
import { integrationWith } from './integration.fixture.ts';
import { disable, integrationDeleted, newIntegration, statuses } from './integration.ts';

const now = new Date('2026-04-01T12:00:00.000Z');

describe('an integration', () => {
  it('begins pending, without a connection, and with one event', () => {
    const { id, workspace, provider, name, settings, createdByEmail } = integrationWith();
    const asked = { id, workspace, provider, name, settings, createdByEmail, returnUrl: 'https://a.example' };
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
        ],
        metadata: { provider: 'criteo' },
      },
    ]);
  });

  it.each(statuses.filter((status) => status !== 'disabled'))('can be disabled while %s', (status) => {
    const before = integrationWith({ status, connectedAt: now, lastError: 'Away.', lastErrorAt: now });
    const { integration, events } = disable(before, now);
    expect(integration).toEqual({ ...before, status: 'disabled', updatedAt: now });
    expect(events).toMatchObject([
      {
        action: 'integration.disabled',
        changes: [{ field: 'status', before: status, after: 'disabled' }],
      },
    ]);
  });

  it('is not changed by disabling it twice', () => {
    const disabled = integrationWith({ status: 'disabled' });
    expect(disable(disabled, now)).toEqual({ integration: disabled, events: [] });
  });

  it('names itself and its provider when it is deleted', () => {
    expect(integrationDeleted(integrationWith())).toMatchObject({
      action: 'integration.deleted',
      target: { id: 'an-integration', name: 'Shop' },
      metadata: { provider: 'criteo' },
    });
  });
});
