import { join } from 'node:path';
import { readJson, settingsFolder, writeJson } from './folder.ts';

/** Where session tokens are kept, one for each profile. */
export interface Tokens {
  /** For people: where a token is kept. */
  readonly place: string;
  get(profile: string): Promise<string | undefined>;
  set(profile: string, token: string): Promise<void>;
  remove(profile: string): Promise<void>;
}

/** `tokens.json` in the folder of settings, readable by its owner alone. */
export function fileTokens(env: Readonly<Record<string, string | undefined>>): Tokens {
  const path = join(settingsFolder(env), 'tokens.json');
  const read = (): Record<string, string> => (readJson(path) ?? {}) as Record<string, string>;
  return {
    place: path,
    get: async (profile) => read()[profile],
    async set(profile, token) {
      writeJson(path, { ...read(), [profile]: token });
    },
    async remove(profile) {
      const { [profile]: _, ...others } = read();
      writeJson(path, others);
    },
  };
}
