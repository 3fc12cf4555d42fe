import type { Person } from '@patchbay/access/caller';

/** A person as identity knew them at one version of the user. The highest version is the newest. */
export interface PersonVersion extends Person {
  readonly version: number;
}
