import { describe, expect, it } from 'vitest';
import {
  descriptionOf,
  disable,
  graceEnd,
  hostOf,
  originOf,
  update,
  type Webhook,
  webhookCreated,
} from './webhook.ts';

const now = new Date('2026-11-17T12:00:00Z');
const webhook: Webhook = {
  id: 'a-webhook',
  organizationId: 'an-organization',
  url: 'https://hooks.example/secret',
  description: 'Alerts',
  actions: ['integration.*'],
  workspace: null,
  status: 'active',
  disabledReason: null,
  createdByEmail: 'ada@example.com',
  createdAt: now,
  updatedAt: now,
  lastDeliveredAt: null,
  lastFailure: { at: now, status: 500, reason: 'The receiver answered 500.' },
  failingSince: now,
};
const unchanged = {
  url: undefined,
  description: undefined,
  actions: undefined,
  workspace: undefined,
  status: undefined,
};
const later = new Date('2026-11-18T12:00:00Z');

it('the trail of a new webhook has the origin of its address alone', () => {
  const { changes, target } = webhookCreated(webhook);
  expect(target).toEqual({ type: 'webhook', id: 'a-webhook', name: 'hooks.example' });
  expect(changes).toContainEqual({ field: 'url', before: null, after: 'https://hooks.example' });
  expect(JSON.stringify(changes)).not.toContain('secret');
});

describe('an update', () => {
  it('without a change it records nothing and keeps the time', () => {
    const same = { ...unchanged, description: 'Alerts', actions: ['integration.*'], workspace: null };
    expect(update(webhook, same, later)).toEqual({ webhook, events: [] });
  });

  it('another path of the same origin is a change without the paths', () => {
    const { webhook: updated, events } = update(
      webhook,
      { ...unchanged, url: 'https://hooks.example/other' },
      later,
    );
    expect(updated).toMatchObject({ updatedAt: later, failingSince: null, lastFailure: null });
    const origin = 'https://hooks.example';
    expect(events[0]?.changes).toEqual([{ field: 'url', before: origin, after: origin }]);
  });

  it('another workspace with the same slug is a change', () => {
    const workspace = { id: 'a-workspace', slug: 'spring', name: 'Spring', createdAt: now };
    const other = { ...workspace, id: 'another-workspace' };
    const { webhook: updated, events } = update(
      { ...webhook, workspace },
      { ...unchanged, workspace: other },
      later,
    );
    expect(updated.workspace).toEqual(other);
    expect(events[0]?.changes).toEqual([{ field: 'workspace', before: 'spring', after: 'spring' }]);
  });

  it('a person disables and enables it, which forgets its failures', () => {
    const { webhook: disabled } = update(webhook, { ...unchanged, status: 'disabled' }, later);
    expect(disabled).toMatchObject({ disabledReason: 'by_person', failingSince: now });
    const { webhook: enabled, events } = update(disabled, { ...unchanged, status: 'active' }, later);
    expect(enabled).toMatchObject({ status: 'active', disabledReason: null, failingSince: null });
    expect(events[0]?.changes).toEqual([{ field: 'status', before: 'disabled', after: 'active' }]);
  });

  it('a change of the filter names the workspace on the event', () => {
    const workspace = { id: 'a-workspace', slug: 'spring', name: 'Spring', createdAt: now };
    const { events } = update(webhook, { ...unchanged, workspace, actions: [] }, later);
    expect(events[0]).toMatchObject({
      workspace: { id: 'a-workspace', slug: 'spring', name: 'Spring' },
      changes: [
        { field: 'actions', before: ['integration.*'], after: [] },
        { field: 'workspace', before: null, after: 'spring' },
      ],
    });
  });
});

it('the platform disables an active webhook once', () => {
  const { webhook: disabled, events } = disable(webhook, 'gone', later);
  expect(events[0]).toMatchObject({
    action: 'webhook.disabled',
    metadata: { reason: 'gone', createdByEmail: 'ada@example.com' },
  });
  expect(disable(disabled, 'failing', later)).toEqual({ webhook: disabled, events: [] });
});

it('a grace ends after its hours, and 0 hours are none', () => {
  expect(graceEnd(24, now)).toEqual(later);
  expect(graceEnd(0, now)).toBeNull();
  expect(() => graceEnd(169, now)).toThrow('between 0 and 168');
});

it('a description has at most 200 characters', () => {
  expect(descriptionOf(` ${'a'.repeat(200)} `)).toHaveLength(200);
  expect(descriptionOf('')).toBe('');
  expect(() => descriptionOf('a'.repeat(201))).toThrow('0 to 200');
});

it('the trail names origin and host without path and query', () => {
  expect(originOf('https://hooks.example:8443/secret?token=1')).toBe('https://hooks.example:8443');
  expect(hostOf('https://hooks.example:8443/secret?token=1')).toBe('hooks.example:8443');
});
