import { join } from 'node:path';
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

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#path = join(settingsFolder(env), 'config.json');
  }

  get all(): Stored {
    this.#stored ??= (readJson(this.#path) as Stored | undefined) ?? { current: 'default', profiles: {} };
    return this.#stored;
  }

  /** The profile of a name, and `host` in place of its own where that is given. */
  named(name: string): Profile {
    return this.all.profiles[name] ?? { host: defaultHost };
  }

  save(name: string, profile: Profile, current = this.all.current): void {
    this.#stored = { current, profiles: { ...this.all.profiles, [name]: profile } };
    writeJson(this.#path, this.#stored);
  }

  remove(name: string): void {
    const { [name]: _, ...profiles } = this.all.profiles;
    this.#stored = { current: this.all.current === name ? 'default' : this.all.current, profiles };
    writeJson(this.#path, this.#stored);
  }
}
