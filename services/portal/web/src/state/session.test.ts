import { describe, expect, it } from 'vitest';
import { lookedAtAgain, type Session } from './session.ts';

const signedIn = (id: string): Session => ({
  state: 'signed-in',
  user: { id, email: `${id}@acme.example`, name: id, emailVerified: true, role: 'user' },
});
const nobody: Session = { state: 'nobody', ended: false };
const failed: Session = { state: 'failed', problem: { status: 0, errors: [] } };
const [ada, bob] = [signedIn('ada'), signedIn('bob')];

describe('lookedAtAgain', () => {
  it.each([
    ['who signed in meanwhile', nobody, ada, ada],
    ['who replaced the person before', ada, bob, bob],
    ['that the session ended', ada, nobody, { state: 'nobody', ended: true }],
  ])('a tab that is looked at again shows %s', (_, last, now, shown) => {
    expect(lookedAtAgain(last, now)).toEqual(shown);
  });

  it.each([
    ['the same person is signed in', ada, signedIn('ada')],
    ['still nobody is signed in', nobody, { state: 'nobody', ended: false } satisfies Session],
    ['no answer arrives', ada, failed],
    ['no answer arrives and nobody was signed in', nobody, failed],
  ])('a tab that is looked at again stays unchanged if %s', (_, last, now) => {
    expect(lookedAtAgain(last, now)).toBe(last);
  });
});
