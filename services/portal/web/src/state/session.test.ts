import { describe, expect, it } from 'vitest';
import { lookedAtAgain, type Session } from './session.ts';

const signedIn = (id: string): Session => ({
  state: 'signed-in',
  user: { id, email: `${id}@acme.example`, name: id, emailVerified: true, role: 'user' },
});
const nobody: Session = { state: 'nobody', ended: false };
const failed: Session = { state: 'failed', problem: { status: 0, errors: [] } };
const [ada, bob] = [signedIn('ada'), signedIn('bob')];

describe('a tab that is looked at again', () => {
  it.each([
    ['shows who has signed in meanwhile', nobody, ada, ada],
    ['shows who has signed in in the place of somebody else', ada, bob, bob],
    ['shows that somebody was signed out', ada, nobody, { state: 'nobody', ended: true }],
  ])('%s', (_, last, now, shown) => {
    expect(lookedAtAgain(last, now)).toEqual(shown);
  });

  it.each([
    ['the same person is', ada, signedIn('ada')],
    ['nobody is still', nobody, { state: 'nobody', ended: false } satisfies Session],
    ['the answer is missing', ada, failed],
    ['the answer is missing, for nobody', nobody, failed],
  ])('stays as it is where %s', (_, last, now) => {
    expect(lookedAtAgain(last, now)).toBe(last);
  });
});
