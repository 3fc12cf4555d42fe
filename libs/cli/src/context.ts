import { Patchbay, type PatchbayOptions } from '@patchbay/client';
import type { Command } from './command.ts';
import { notSignedIn, usageFailure } from './failure.ts';
import { type Profile, Profiles } from './settings/profiles.ts';
import { fileTokens, type Tokens } from './settings/tokens.ts';
import type { Io } from './terminal/io.ts';

/** Flags that every command takes. */
export interface CommonFlags {
  readonly host?: string;
  readonly profile?: string;
  readonly org?: string;
  readonly workspace?: string;
  readonly json?: string | true;
  readonly jq?: string;
  readonly csv?: boolean;
  readonly debug?: boolean;
  readonly yes?: boolean;
}

/** What a command works with. */
export class Context {
  readonly io: Io;
  readonly flags: CommonFlags;
  /** All commands, for those that speak of others. */
  readonly commands: readonly Command[];
  readonly profiles: Profiles;
  readonly tokens: Tokens;
  readonly #onResponse: PatchbayOptions['onResponse'];
  #client: Promise<Patchbay> | undefined;

  /** `onResponse` is told of every answer of the API. */
  constructor(
    io: Io,
    flags: CommonFlags,
    commands: readonly Command[],
    onResponse?: PatchbayOptions['onResponse'],
  ) {
    this.#onResponse = onResponse;
    this.commands = commands;
    this.io = io;
    this.flags = flags;
    this.profiles = new Profiles(io.env);
    this.tokens = fileTokens(io.env);
  }

  get profileName(): string {
    return this.flags.profile ?? this.io.env['PATCHBAY_PROFILE'] ?? this.profiles.all.current;
  }

  get profile(): Profile {
    return this.profiles.named(this.profileName);
  }

  get host(): string {
    return this.flags.host ?? this.io.env['PATCHBAY_HOST'] ?? this.profile.host;
  }

  /** The slug of the organization: of the flag, of PATCHBAY_ORG, or the remembered one. */
  get org(): string {
    const slug = this.flags.org ?? this.io.env['PATCHBAY_ORG'] ?? this.profile.org;
    if (slug === undefined)
      throw usageFailure('Which organization?', 'Give --org, or run `patchbay use <organization>` once.');
    return slug;
  }

  /** The slug of the workspace: of the flag, of PATCHBAY_WORKSPACE, or the remembered one. */
  get workspace(): string {
    const slug = this.flags.workspace ?? this.io.env['PATCHBAY_WORKSPACE'] ?? this.profile.workspace;
    if (slug === undefined)
      throw usageFailure(
        'Which workspace?',
        'Give --workspace, or run `patchbay use <organization>/<workspace>` once.',
      );
    return slug;
  }

  /** A client with the credential of the caller; fails with "not signed in" where there is none. */
  client(): Promise<Patchbay> {
    this.#client ??= this.#signedIn();
    return this.#client;
  }

  /** A client without a credential. */
  publicClient(): Patchbay {
    return new Patchbay(this.#clientOptions());
  }

  async #signedIn(): Promise<Patchbay> {
    const apiKey = this.io.env['PATCHBAY_API_KEY'];
    if (apiKey) return new Patchbay({ ...this.#clientOptions(), apiKey });
    const token = await this.tokens.get(this.profileName);
    if (token === undefined) throw notSignedIn();
    return new Patchbay({ ...this.#clientOptions(), token });
  }

  #clientOptions() {
    const { io, host, flags } = this;
    const onResponse = (response: Response, request: { method: string; url: string }): void => {
      this.#onResponse?.(response, request);
      const id = response.headers.get('x-request-id') ?? '';
      if (flags.debug) io.stderr.write(`${request.method} ${request.url} ${response.status} ${id}\n`);
    };
    return { baseUrl: host, signal: io.signal, onResponse };
  }
}
