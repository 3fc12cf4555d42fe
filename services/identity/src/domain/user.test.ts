import { describe, expect, it } from 'vitest';
import { displayName, nameFromEmail, rename, type User } from './user.ts';

const ada: User = {
  id: 'u1',
  email: 'ada@acme.example',
  name: 'Ada',
  emailVerified: true,
  image: null,
  version: 4,
};

describe('a display name', () => {
  it('is trimmed and counted in code points', () => {
    expect(displayName('  Ada  ')).toBe('Ada');
    expect(displayName('😀'.repeat(255))).toHaveLength(510);
  });

  it.each(['', '   ', 'a'.repeat(256), 'a\u0000b', 'a\nb'])('refuses %j', (name) => {
    expect(() => displayName(name)).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  it('is taken from the address where nobody gave one', () => {
    expect(nameFromEmail('ada.lovelace@acme.example')).toBe('ada.lovelace');
  });
});

describe('a rename', () => {
  it('tells the name before and after', () => {
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

  it('to the same name is no event', () => {
    expect(rename(ada, ' Ada ').events).toEqual([]);
  });
});
