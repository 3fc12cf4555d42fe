import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  ProviderFieldSchema,
  ProviderSchema,
} from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type { Field } from '../connector/descriptor.ts';
import type { CatalogueEntry } from '../providers/catalogue.ts';

type FieldMessage = MessageInitShape<typeof ProviderFieldSchema>;

/** Every property of a field is named: one that the message does not have is not dropped in silence. */
export function presentField(field: Field): FieldMessage {
  const {
    name,
    label,
    type,
    required,
    description,
    pattern,
    options,
    default: fallback,
    group,
    ...rest
  } = field;
  rest satisfies Record<string, never>;
  return {
    name,
    label,
    type,
    required,
    options: [...(options ?? [])],
    ...(description !== undefined && { description }),
    ...(pattern !== undefined && { pattern }),
    ...(fallback !== undefined && { default: fallback }),
    ...(group !== undefined && { group }),
  };
}

export const presentProvider = ({
  provider: { provider, name, category, authMethod, connectFields, settingsFields, documentationUrl },
  configured,
}: CatalogueEntry): MessageInitShape<typeof ProviderSchema> => ({
  provider,
  name,
  category,
  authMethod,
  configured,
  connectFields: connectFields.map(presentField),
  settingsFields: settingsFields.map(presentField),
  documentationUrl,
});
