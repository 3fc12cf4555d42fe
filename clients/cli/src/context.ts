import { Patchbay, type PatchbayOptions } from '@patchbay/client';
import { notSignedIn, usageFailure } from './failure.ts';
import { createFetch } from './http/fetch.ts';
import { valueOf } from './settings/environment.ts';
import { hostOf, isLoopback } from './settings/host.ts';
import { defaultHost, type Profile, Profiles } from './settings/profiles.ts';
import { Tokens } from './settings/tokens.ts';
import { type Io, warn } from './terminal/io.ts';
import { cliVersion } from './version.ts';

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

export interface Credential {
  readonly kind: 'session' | 'key';
  readonly secret: string;
  /** The source of the value, for people. */
  readonly source: string;
}

/** The dependencies of a command. */
export class Context {
  readonly io: Io;
  readonly flags: CommonFlags;
  readonly profiles: Profiles;
  readonly tokens: Tokens;
  readonly #onResponse: PatchbayOptions['onResponse'];
  #client: Promise<Patchbay> | undefined;
  #credential: Promise<Credential | undefined> | undefined;
  readonly #fetches = new Map<string, typeof fetch>();

  /** `onResponse` is called with each response of the API. */
  constructor(io: Io, flags: CommonFlags, onResponse?: PatchbayOptions['onResponse']) {
    this.#onResponse = onResponse;
    this.io = io;
    this.flags = flags;
    this.profiles = new Profiles(io.env);
    this.tokens = new Tokens(io);
  }

  get profileName(): string {
    return this.#chosenProfile ?? this.profiles.all.current;
  }

  /** The stored profile. Fails if the profile that was named does not exist. */
  get profile(): Profile {
    if (this.#chosenProfile !== undefined) return this.profiles.named(this.#chosenProfile);
    return this.profiles.find(this.profileName) ?? { host: defaultHost };
  }

  /** The host of the flag or of PATCHBAY_HOST. Undefined: the host of the profile. */
  get chosenHost(): string | undefined {
    const given = this.flags.host ?? valueOf(this.io.env, 'PATCHBAY_HOST');
    return given === undefined ? undefined : hostOf(given);
  }

  get host(): string {
    return this.chosenHost ?? hostOf(this.profile.host);
  }

  /** The organization of the flag, of PATCHBAY_ORG, or the remembered one. A remembered one belongs to the host of its profile. */
  get chosenOrg(): string | undefined {
    return this.flags.org ?? valueOf(this.io.env, 'PATCHBAY_ORG') ?? this.#remembered?.org;
  }

  get chosenWorkspace(): string | undefined {
    const given = this.flags.workspace ?? valueOf(this.io.env, 'PATCHBAY_WORKSPACE');
    // The remembered workspace belongs to the remembered organization.
    const { org, workspace } = this.#remembered ?? {};
    return given ?? (org === this.chosenOrg ? workspace : undefined);
  }

  /** The slug of the organization: of the flag, of PATCHBAY_ORG, or the remembered one. */
  get org(): string {
    const slug = this.chosenOrg;
    if (slug === undefined)
      throw usageFailure('Which organization?', 'Give --org, or run `patchbay use <organization>` once.');
    return slug;
  }

  /** The slug of the workspace: of the flag, of PATCHBAY_WORKSPACE, or the remembered one. */
  get workspace(): string {
    const slug = this.chosenWorkspace;
    if (slug === undefined)
      throw usageFailure(
        'Which workspace?',
        'Give --workspace, or run `patchbay use <organization>/<workspace>` once.',
      );
    return slug;
  }

  /** A client with the credential of the caller; fails with "not signed in" where there is none. */
  client(): Promise<Patchbay> {
    this.#client ??= this.credential().then((credential) => {
      if (credential === undefined) throw this.#notSignedIn();
      return this.clientWith(credential);
    });
    return this.#client;
  }

  /** A client without a credential. */
  publicClient(): Patchbay {
    return this.clientWith(undefined);
  }

  clientWith(credential: Pick<Credential, 'kind' | 'secret'> | undefined, host = this.host): Patchbay {
    const { kind, secret } = credential ?? {};
    return new Patchbay({
      baseUrl: host,
      signal: this.io.signal,
      headers: { 'user-agent': this.#userAgent },
      fetch: this.#fetchFor(host),
      onResponse: this.#onResponse,
      ...(kind === 'key' && { apiKey: secret }),
      ...(kind === 'session' && { token: secret }),
    });
  }

  /** Sends one request to a path of the API, with the credential if there is one. Resolves with any answer. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const { kind, secret = '' } = (await this.credential()) ?? {};
    const headers = new Headers({ 'user-agent': this.#userAgent });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    if (kind === 'key') headers.set('x-api-key', secret);
    if (kind === 'session') headers.set('authorization', `Bearer ${secret}`);
    return await this.#fetchFor(this.host)(this.host + path, { ...init, headers, signal: this.io.signal });
  }

  /**
   * The credential for `host`; undefined where there is none. A stored token is for the host of its profile alone. One of the environment
   * is for the host that was chosen or remembered, and not for the default one.
   */
  credential(): Promise<Credential | undefined> {
    this.#credential ??= this.#findCredential();
    return this.#credential;
  }

  /** Replaces the stored session of the profile, for this command and later ones. */
  async replaceSession(secret: string): Promise<void> {
    const source = await this.tokens.set(this.profileName, secret);
    this.#credential = Promise.resolve({ kind: 'session', secret, source });
    this.#client = undefined;
  }

  async #findCredential(): Promise<Credential | undefined> {
    for (const [name, kind] of [
      ['PATCHBAY_API_KEY', 'key'],
      ['PATCHBAY_TOKEN', 'session'],
    ] as const) {
      const secret = valueOf(this.io.env, name)?.trim();
      if (secret === undefined) continue;
      if (this.chosenHost === undefined && this.profiles.find(this.profileName) === undefined)
        throw usageFailure(`Which host does ${name} belong to?`, 'Set PATCHBAY_HOST, or give --host.');
      if (!/^[\x21-\x7E]+$/.test(secret))
        throw usageFailure(`${name} has characters that no credential has.`);
      return { kind, secret, source: name };
    }
    if (this.#remembered === undefined) return undefined;
    const kept = await this.tokens.get(this.profileName);
    return kept && { kind: 'session', secret: kept.token, source: kept.place };
  }

  get #chosenProfile(): string | undefined {
    return this.flags.profile ?? valueOf(this.io.env, 'PATCHBAY_PROFILE');
  }

  /** The stored profile, if it belongs to the host of this command. */
  get #remembered(): Profile | undefined {
    const stored = this.profiles.find(this.profileName);
    return stored !== undefined && hostOf(stored.host) === this.host ? stored : undefined;
  }

  get #userAgent(): string {
    return `patchbay-cli/${cliVersion()} (${process.platform}; Node.js ${process.versions.node})`;
  }

  #notSignedIn() {
    const { host } = this;
    const there = Object.entries(this.profiles.all.profiles).find(
      ([, one]) => hostOf(one.host) === host,
    )?.[0];
    return there === undefined || there === this.profileName
      ? notSignedIn(`You are not signed in to ${host}.`)
      : notSignedIn(
          `Profile ${this.profileName} is not signed in to ${host}, but profile ${there} may be. Give --profile ${there}.`,
        );
  }

  #fetchFor(host: string): typeof fetch {
    const known = this.#fetches.get(host);
    if (known) return known;
    if (host.startsWith('http:') && !isLoopback(host))
      warn(
        this.io,
        `${host} is not encrypted: others on the way can read what is sent there, credentials too.`,
      );
    const created = createFetch(this.io, host, this.flags.debug ?? false);
    this.#fetches.set(host, created);
    return created;
  }
}
