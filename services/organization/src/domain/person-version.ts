import type { Person } from '@patchbay/access/caller';

/**
 * A person as identity knew them at one version of the user. The highest version is the newest. 0: a release of identity
 * without versions sent it, and nothing says whether it is newer than what is stored.
 */
export interface PersonVersion extends Person {
  readonly version: number;
}

/** Whether `person` replaces `known`. Without a version the later to arrive does. */
export const replaces = (person: PersonVersion, known: Pick<PersonVersion, 'version'>): boolean =>
  person.version === 0 || person.version > known.version;
