import { join } from 'node:path';
import { usageFailure } from '../failure.ts';
import type { Environment } from './environment.ts';
import { readJson, settingsFolder, writeJson } from './folder.ts';

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

export const defaultHost = 'http://localhost:3000';

/** The profiles of a person, in `config.json`. */
export class Profiles {
  readonly #path: string;
  #stored: Stored | undefined;

  constructor(env: Environment) {
    this.#path = join(settingsFolder(env), 'config.json');
  }

  get all(): Stored {
    this.#stored ??= (readJson(this.#path) as Stored | undefined) ?? { current: 'default', profiles: {} };
    return this.#stored;
  }

  find(name: string): Profile | undefined {
    return Object.hasOwn(this.all.profiles, name) ? this.all.profiles[name] : undefined;
  }

  /** The profile of a name; fails where there is none. */
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

  save(name: string, profile: Profile, current = this.all.current): void {
    this.check(name);
    this.#write({ current, profiles: { ...this.all.profiles, [name]: profile } });
  }

  remove(name: string): void {
    const { [name]: _, ...profiles } = this.all.profiles;
    const [first = 'default'] = Object.keys(profiles);
    this.#write({ current: this.all.current === name ? first : this.all.current, profiles });
  }

  #write(stored: Stored): void {
    writeJson(this.#path, stored);
    this.#stored = stored;
  }
}
