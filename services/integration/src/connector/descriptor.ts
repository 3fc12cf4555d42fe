/** `dsp`: demand side; `ssp`: supply side and ad servers; `wg`: walled gardens, the social and search networks. */
export type Category = 'dsp' | 'ssp' | 'wg';

/** `oauth`: the client consents at the provider; `credentials`: the client fills in the connect fields. */
export type AuthMethod = 'oauth' | 'credentials';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'string' | 'secret' | 'integer' | 'boolean' | 'enum';
  /** For a field with a group: required if that group is filled in. */
  readonly required: boolean;
  readonly description?: string;
  /** A regular expression for the whole value, without flags. */
  readonly pattern?: string;
  readonly options?: readonly string[];
  readonly default?: string;
  /** Groups are alternatives: the fields of exactly one group are filled in. */
  readonly group?: string;
}

/** Describes a provider; the same in every installation. */
export interface ProviderDescriptor {
  readonly provider: string;
  readonly name: string;
  readonly category: Category;
  readonly authMethod: AuthMethod;
  /** Empty for `oauth`. */
  readonly connectFields: readonly Field[];
  /**
   * Only what the provider needs to authorise or verify is required: the person who creates an integration often does not
   * know the client's account ids yet.
   */
  readonly settingsFields: readonly Field[];
  readonly documentationUrl: string;
}
