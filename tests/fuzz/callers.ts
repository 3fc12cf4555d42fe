import type { World } from '../matrix/world.ts';
import type { Caller } from './fuzz-case.ts';

type ByName = Readonly<Record<string, Caller['headers']>>;

const named = (credential: Caller['credential'], all: ByName): Caller[] =>
  Object.entries(all).map(([name, headers]) => ({ name: `${credential}: ${name}`, headers, credential }));

/** Callers of every kind that the access matrix has, and one without a credential. */
export function callersIn({ bySession, byKey, rejected }: World): {
  readonly admin: Caller;
  readonly callers: readonly Caller[];
} {
  const { 'no credential': _none, ...broken } = rejected;
  return {
    admin: { name: 'bearer: admin', headers: bySession.admin, credential: 'bearer' },
    callers: [
      { name: 'nobody', headers: {}, credential: 'none' },
      ...named('bearer', bySession),
      ...named('apiKey', byKey),
      ...named('rejected', broken),
    ],
  };
}
