import { describe, expect, it } from 'vitest';
import { integrationWith } from './integration.fixture.ts';
import { type Update, update } from './update.ts';

const now = new Date('2026-04-01T12:00:00.000Z');
const nothing: Update = { name: undefined, settings: undefined, returnUrl: undefined };

describe('update', () => {
  it('changes what is asked for, with one event that says each change', () => {
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

  it('replaces the settings whole', () => {
    const before = integrationWith({ settings: { a: '1', b: '2' } });
    expect(update(before, { ...nothing, settings: { a: '1' } }, now).integration.settings).toEqual({
      a: '1',
    });
  });

  it.each([
    ['nothing is asked for', nothing],
    ['everything is as it was', { name: 'Shop', settings: { b: 2, a: '1' }, returnUrl: null }],
  ])('changes nothing where %s', (_, asked) => {
    const before = integrationWith({ settings: { a: '1', b: 2 } });
    const { integration, events } = update(before, asked, now);
    expect(integration).toBe(before);
    expect(events).toEqual([]);
  });

  it('takes a setting of another name or type for a change', () => {
    const before = integrationWith({ settings: { a: '1' } });
    for (const settings of [{ b: '1' }, { a: 1 }, {}])
      expect(update(before, { ...nothing, settings }, now).events).toHaveLength(1);
  });
});
