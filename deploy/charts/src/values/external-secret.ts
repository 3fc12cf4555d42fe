import { factsOf, type ServiceName } from '@patchbay/platform/services';
import { anyObject, duration, flag, group, leaf, listOf, oneOf, text, type Value } from '../value.ts';
import { reads } from '../variables.ts';
import { requiredSecretsOf } from './secrets.ts';

/** Where the store has a Secret: one entry for all of it, or a list for its keys. */
const sourceValues = (entry: string): readonly Value[] => [
  leaf('remoteKey', entry, '', text),
  leaf(
    'data',
    'Instead of `remoteKey`: `secretKey` and `remoteRef` of each key, as External Secrets takes them. Without `dataFrom`, none may be missing.',
    [],
    listOf({ type: 'object', required: ['secretKey'], properties: { secretKey: text } }),
  ),
  leaf(
    'dataFrom',
    'Instead of `remoteKey` or beside `data`: entries whose properties become keys, as External Secrets takes them.',
    [],
    listOf(anyObject),
  ),
];

/** Nothing for a service without secrets. */
export const externalSecretValues = (service: ServiceName): readonly Value[] =>
  requiredSecretsOf(service).length === 0
    ? []
    : [
        group(
          'externalSecret',
          'ExternalSecrets of the operator External Secrets: they make the Secrets that are named elsewhere in these values from a store. They are hooks before installations and upgrades, so that migrations find their Secret. Helm replaces them each time and leaves them when it uninstalls; the Secrets stay in both cases.',
          [
            leaf(
              'enabled',
              'Whether to create them, one for each Secret that has a source below.',
              false,
              flag,
            ),
            group('secretStoreRef', 'The store.', [
              leaf('name', 'Required with `enabled`.', '', text),
              leaf('kind', 'Its kind.', 'SecretStore', oneOf('SecretStore', 'ClusterSecretStore')),
            ]),
            leaf('refreshInterval', 'How often the store is asked for changes.', '1h', duration),
            ...sourceValues(
              'The entry of the store for `existingSecret`. It has a property for each key of the Secret.',
            ),
            ...(factsOf(service).database
              ? [
                  group(
                    'migration',
                    'The source of `migration.existingSecret`.',
                    sourceValues('The entry of the store. It has the property DATABASE_URL.'),
                  ),
                ]
              : []),
            ...(reads(service, 'PROVIDERS_FILE')
              ? [
                  group(
                    'providers',
                    'The source of `providers.existingSecret`. A Secret that integration and relay share has its source in one of them alone.',
                    sourceValues('The entry of the store. Its whole value is the file.'),
                  ),
                ]
              : []),
          ],
        ),
      ];
