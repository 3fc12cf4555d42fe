import { expect, it } from 'vitest';
import { bulkActions, planOf } from './bulk-actions.ts';
import { day, integration } from './integration.fixture.ts';

const link = { connectUrl: 'https://app.patchbay.example/connect#t', expiresAt: day(1), expired: false };
const all = [
  integration({ id: 'working' }),
  integration({ id: 'off', status: 'disabled' }),
  integration({ id: 'unsent', status: 'pending', connectedAt: null }),
  integration({ id: 'waiting', status: 'pending', connectedAt: null, connectLink: link }),
  integration({ id: 'expired', status: 'error', connectLink: { ...link, expired: true } }),
];

it.each([
  ['link', ['working', 'unsent', 'expired'], { isOff: 1, hasLink: 1 }],
  ['verify', ['working', 'off', 'expired'], { neverConnected: 2 }],
  ['disable', ['working', 'unsent', 'waiting', 'expired'], { isOff: 1 }],
  ['enable', ['off'], { isOn: 4 }],
] as const)(
  '%s is for those that it can change, and says why the others are left out',
  (action, ids, reasons) => {
    const { included, leftOut } = planOf(action, all);
    expect(included.map(({ id }) => id)).toEqual(ids);
    expect(Object.fromEntries(leftOut)).toEqual(reasons);
  },
);

it('every action leaves out or includes each integration', () => {
  for (const action of bulkActions) {
    const { included, leftOut } = planOf(action, all);
    expect(included.length + [...leftOut.values()].reduce((sum, count) => sum + count, 0)).toBe(all.length);
  }
});
