import { describe, expect, it } from 'vitest';
import { nameFromEmail, rename, type User } from './user.ts';

const ada: User = {
  id: 'u1',
  email: 'ada@acme.example',
  name: 'Ada',
  emailVerified: true,
  image: null,
  version: 4,
};

describe('a display name', () => {
  it('a person without a name is named after the address', () => {
    expect(nameFromEmail('ada.lovelace@acme.example')).toBe('ada.lovelace');
  });
});

describe('a rename of a user', () => {
  it('the event of a rename has both names of the user', () => {
    const { user, events } = rename(ada, 'Ada Lovelace');
    expect(user).toEqual({ ...ada, name: 'Ada Lovelace', version: 5 });
    expect(events).toEqual([
      expect.objectContaining({
        action: 'user.updated',
        changes: [{ field: 'name', before: 'Ada', after: 'Ada Lovelace' }],
        user: { id: 'u1', email: 'ada@acme.example', name: 'Ada Lovelace', version: 5 },
      }),
    ]);
  });

  it('a rename of a user to the same name is no event', () => {
    expect(rename(ada, ' Ada ').events).toEqual([]);
  });
});
