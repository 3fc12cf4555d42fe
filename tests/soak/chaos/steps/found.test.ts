import { describe, expect, it } from 'vitest';
import { contextWith } from './context.fixture.ts';
import { makeRoom } from './found.ts';

/** Every sign-up becomes a session, and every key is created. */
const answers = () =>
  contextWith(({ path }) => {
    if (path.endsWith('/verify')) return { status: 200, body: { token: 'a session', user: { id: 'u1' } } };
    return path.endsWith('/api-keys') ? { status: 201, body: { id: 'k1', key: 'pby_1' } } : { status: 202 };
  });

const slugs = (organizations: readonly { slug: string }[]): string[] => organizations.map(({ slug }) => slug);

describe('an organization that is full', () => {
  it('is replaced by a new one with people of its own, and is still read at the end', async () => {
    const { context, lines } = answers();
    const { world } = context;
    const people = world.people.length;
    const [first] = world.active;
    for (let number = 0; number < 250; number += 1)
      first?.workspaces.push({ id: `w${number}`, slug: `w${number}`, assigned: new Set() });
    await makeRoom(context);
    expect(slugs(world.active)).toEqual(['org-2', 'org-3']);
    expect(slugs(world.organizations)).toEqual(['org-1', 'org-2', 'org-3']);
    expect(world.people).toHaveLength(people + 2);
    expect(world.organizations.at(-1)).toMatchObject({
      owner: { session: 'a session' },
      keys: [{ id: 'k1' }],
    });
    expect(lines).toEqual(['org-1 is full (250 workspaces, 0 keys): org-3 takes its place']);
  });

  it('is none while there is room', async () => {
    const { context, sent } = answers();
    await makeRoom(context);
    expect(sent).toEqual([]);
  });
});
