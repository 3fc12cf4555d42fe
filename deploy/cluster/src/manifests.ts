import { type ClusterSecret, type ClusterSecrets } from './secrets.ts';

/** Where the public keys that belong to the Secrets are kept, as a file of values: whoever deploys later reads them there. */
export const keysName = 'patchbay-keys';

/** Every string as JSON, which is YAML too. */
const entriesOf = (data: Readonly<Record<string, string>>, indent: string): string =>
  Object.entries(data)
    .map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)}\n`)
    .join('');

const metadataOf = (name: string): string =>
  `metadata:\n  name: ${name}\n  labels:\n    app.kubernetes.io/part-of: patchbay\n`;

const secretManifest = ({ name, data }: ClusterSecret): string =>
  `apiVersion: v1\nkind: Secret\n${metadataOf(name)}type: Opaque\nstringData:\n${entriesOf(data, '  ')}`;

/** Values for each chart alone and for that of the platform: a chart takes those of its own variables from `global.config`. */
export function valuesOf({ config }: ClusterSecrets): string {
  const shared = Object.assign({}, ...Object.values(config)) as Record<string, string>;
  return `global:\n  config:\n${entriesOf(shared, '    ')}`;
}

/**
 * All of it for `kubectl create`, which refuses what exists: keys in use are never replaced by accident. `namePrefix` comes before the
 * names, with a hyphen, where a namespace has a second installation; default: none.
 */
export function manifestsOf(made: ClusterSecrets, namePrefix = ''): string {
  const nameOf = (name: string): string => (namePrefix === '' ? name : `${namePrefix}-${name}`);
  const keys = `apiVersion: v1\nkind: ConfigMap\n${metadataOf(nameOf(keysName))}data:\n${entriesOf({ 'values.yaml': valuesOf(made) }, '  ')}`;
  const secrets = made.secrets.map(({ name, data }) => secretManifest({ name: nameOf(name), data }));
  return [...secrets, keys].join('---\n');
}
