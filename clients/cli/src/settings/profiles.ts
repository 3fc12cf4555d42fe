import { join } from 'node:path';
import { usageFailure } from '../failure.ts';
import type { Environment } from './environment.ts';
import { changeJson, readJson, settingsFolder } from './folder.ts';

/** One installation, one account there, and what commands use where no flag says otherwise. Never a secret. */
export interface Profile {
  readonly host: string;
  /** The address of the person who signed in. */
  readonly email?: string;
  readonly org?: string;
  readonly workspace?: string;
}

interface Stored {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const nothing: Stored = { current: 'default', profiles: {} };

export const defaultHost = 'http://localhost:3000';

/** The profiles of a person, in `config.json`. */
export class Profiles {
  readonly #path: string;
  #stored: Stored | undefined;

  constructor(env: Environment) {
    this.#path = join(settingsFolder(env), 'config.json');
  }

  get all(): Stored {
    this.#stored ??= (readJson(this.#path) as Stored | undefined) ?? nothing;
    return this.#stored;
  }

  find(name: string): Profile | undefined {
    return Object.hasOwn(this.all.profiles, name) ? this.all.profiles[name] : undefined;
  }

  /** The profile with this name. Fails if it does not exist. */
  named(name: string): Profile {
    const found = this.find(name);
    if (found !== undefined) return found;
    throw usageFailure(
      `There is no profile "${name}".`,
      'Run `patchbay profile list` to see those that are there.',
    );
  }

  /** Fails where a profile cannot have this name: names are arguments of programs that keep tokens. */
  check(name: string): void {
    if (!/^[a-z0-9][\w.-]{0,62}$/i.test(name))
      throw usageFailure(
        `"${name}" cannot be the name of a profile.`,
        'Use letters, digits, dots, dashes and underscores.',
      );
  }

  /** `chosen` becomes the current profile, if it is given. */
  save(name: string, profile: Profile, chosen?: string): void {
    this.check(name);
    this.#change(({ current, profiles }) => ({
      current: chosen ?? current,
      profiles: { ...profiles, [name]: profile },
    }));
  }

  remove(name: string): void {
    this.#change(({ current, profiles: before }) => {
      const { [name]: _, ...profiles } = before;
      const [first = 'default'] = Object.keys(profiles);
      return { current: current === name ? first : current, profiles };
    });
  }

  /** Reads the stored profiles again before the change: another process may have changed them. */
  #change(change: (before: Stored) => Stored): void {
    changeJson(this.#path, (stored) => {
      this.#stored = change((stored as Stored | undefined) ?? nothing);
      return this.#stored;
    });
  }
}
