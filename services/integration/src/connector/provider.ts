import { type Classify } from './classify.ts';
import { type Connector, type ConnectorEnvironment } from './connector.ts';
import { type AppValueName, type AuthMethod, type Values } from './credentials.ts';
import type { Use } from './use.ts';

/** `dsp`: demand side; `ssp`: supply side and ad servers; `wg`: walled gardens, the social and search networks. */
type Category = 'dsp' | 'ssp' | 'wg';

/** Characters (code points) of what people enter, by kind: a list of integrations has their settings. */
export const maxLengths = { id: 64, text: 255, scopes: 1_024, secret: 4_096 } as const;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'string' | 'secret' | 'integer' | 'boolean' | 'enum';
  /** For a field with a group: required if that group is filled in. */
  readonly required: boolean;
  readonly description?: string;
  /** A regular expression for the whole value, without flags. */
  readonly pattern?: string;
  /** The most characters of a `string` or `secret`, one of `maxLengths`; no other type has it. */
  readonly maxLength?: number;
  readonly options?: readonly string[];
  readonly default?: string;
  /** Groups are alternatives: the fields of exactly one group are filled in. */
  readonly group?: string;
}

type MoreOfField = Partial<Pick<Field, 'required' | 'description' | 'pattern' | 'group'>>;

/** An id at the provider. Optional by default: the person who creates an integration often does not know the ids of the client yet. */
export const idField = (name: string, label: string, pattern: string, more: MoreOfField = {}): Field => ({
  name,
  label,
  type: 'string',
  maxLength: maxLengths.id,
  required: false,
  pattern,
  ...more,
});

/** A required text. */
export const textField = (name: string, label: string, more: MoreOfField = {}): Field => ({
  name,
  label,
  type: 'string',
  maxLength: maxLengths.text,
  required: true,
  ...more,
});

/** A required secret. */
export const secretField = (name: string, label: string, more: MoreOfField = {}): Field => ({
  name,
  label,
  type: 'secret',
  maxLength: maxLengths.secret,
  required: true,
  ...more,
});

/** Describes a provider; the same in every installation. */
interface ProviderDescriptor {
  readonly provider: string;
  readonly name: string;
  readonly category: Category;
  readonly authMethod: AuthMethod;
  /** Empty for `oauth`. */
  readonly connectFields: readonly Field[];
  /**
   * Only settings that authorization or verification needs are required: the person who creates an integration often does not
   * know the account ids of the client yet.
   */
  readonly settingsFields: readonly Field[];
  readonly documentationUrl: string;
}

/** Everything about a provider. Each folder in `providers/` exports one. */
export interface Provider extends ProviderDescriptor {
  /** The app-level values that `PROVIDERS_FILE` may have for it. */
  readonly appValues: readonly AppValueName[];
  /** Concurrent requests of integration to the provider, over all processes. Default: the limit of the outgoing client for one host. */
  readonly atOnce?: number;
  /** Classifies errors of the provider. Default: only the common rules. */
  readonly classify?: Classify;
  /** Normalizes valid settings before they are stored and sent. Default: unchanged. */
  readonly normalizeSettings?: (settings: Values) => Values;
  readonly connect: (environment: ConnectorEnvironment) => Connector;
  readonly use: Use;
}
