import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { type Io, warn } from '../terminal/io.ts';
import { valueOf } from './environment.ts';
import { changeJson, isOpenToOthers, readJson, settingsFolder } from './folder.ts';
import type { Keychain } from './keychain.ts';

/** Session tokens, one for each profile: in the keychain of the system where there is one, else in `tokens.json`. */
export class Tokens {
  readonly path: string;
  readonly #io: Io;
  #found: Promise<Keychain | undefined> | undefined;

  constructor(io: Io) {
    this.#io = io;
    this.path = join(settingsFolder(io.env), 'tokens.json');
  }

  /** The token of a profile and, for people, where it is kept. The file comes first: it takes no other program. */
  async get(profile: string): Promise<{ readonly token: string; readonly place: string } | undefined> {
    const tokens = this.#read();
    const token = Object.hasOwn(tokens, profile) ? tokens[profile] : undefined;
    if (token !== undefined) return { token, place: this.path };
    const keychain = await this.keychain();
    try {
      const kept = await keychain?.get(profile);
      return kept === undefined || keychain === undefined ? undefined : { token: kept, place: keychain.name };
    } catch (error) {
      this.#warn(error, 'cannot be read');
      return undefined;
    }
  }

  /** Keeps a token, and resolves with where. A keychain that fails is replaced by the file. */
  async set(profile: string, token: string): Promise<string> {
    const keychain = await this.keychain();
    try {
      await keychain?.set(profile, token);
    } catch (error) {
      this.#warn(error, `does not keep the token. It is kept in ${this.path}`);
      this.#keepInFile(profile, token);
      return this.path;
    }
    if (keychain) this.#removeFromFile(profile);
    else this.#keepInFile(profile, token);
    return keychain?.name ?? this.path;
  }

  async remove(profile: string): Promise<void> {
    this.#removeFromFile(profile);
    try {
      await (await this.keychain())?.remove(profile);
    } catch (error) {
      this.#warn(error, 'may still have the token');
    }
  }

  /** The keychain of the system; undefined where there is none, and with PATCHBAY_KEYCHAIN=off. */
  keychain(): Promise<Keychain | undefined> {
    const isOff = valueOf(this.#io.env, 'PATCHBAY_KEYCHAIN') === 'off';
    this.#found ??= isOff
      ? Promise.resolve(undefined)
      : import('./keychain.ts').then(({ findKeychain }) => findKeychain(this.#io));
    return this.#found;
  }

  #read(): Readonly<Record<string, string>> {
    if (isOpenToOthers(this.path)) {
      try {
        chmodSync(this.path, 0o600);
      } catch {
        throw new Failure(
          `Others can read ${this.path}, and its mode cannot be changed.`,
          undefined,
          'Remove the file and sign in again.',
        );
      }
      warn(
        this.#io,
        `Others could read ${this.path}. Now only you can. Sign in again if somebody may have read it.`,
      );
    }
    return (readJson(this.path) ?? {}) as Record<string, string>;
  }

  #keepInFile(profile: string, token: string): void {
    changeJson(this.path, () => ({ ...this.#read(), [profile]: token }));
  }

  #removeFromFile(profile: string): void {
    if (Object.hasOwn(this.#read(), profile))
      changeJson(this.path, () => {
        const { [profile]: _, ...others } = this.#read();
        return others;
      });
  }

  #warn(error: unknown, consequence: string): void {
    this.#io.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    warn(this.#io, `The keychain ${consequence}: ${reason}`);
  }
}
