/** `dsp`: demand side; `ssp`: supply side and ad servers; `wg`: walled gardens, the social and search networks. */
export type Category = 'dsp' | 'ssp' | 'wg';

/** `oauth`: the client consents at the provider; `credentials`: the client fills in the connect fields. */
export type AuthMethod = 'oauth' | 'credentials';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'string' | 'secret' | 'integer' | 'boolean' | 'enum';
  /** Within its group, where it has one. */
  readonly required: boolean;
  readonly description?: string;
  /** A regular expression for the whole value, without flags. */
  readonly pattern?: string;
  readonly options?: readonly string[];
  readonly default?: string;
  /** Fields with a group are alternatives: exactly one group is filled in whole. */
  readonly group?: string;
}

/** What is true of a provider in every installation. */
export interface ProviderDescriptor {
  readonly provider: string;
  readonly name: string;
  readonly category: Category;
  readonly authMethod: AuthMethod;
  /** Empty where the client consents at the provider instead. */
  readonly connectFields: readonly Field[];
  /**
   * Required are only those without which the provider can neither authorise nor verify: whoever creates an integration
   * often does not know the client's account ids yet.
   */
  readonly settingsFields: readonly Field[];
  readonly documentationUrl: string;
}
