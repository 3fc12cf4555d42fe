import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ProviderSchema } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type { CatalogueEntry } from '../providers/catalogue.ts';
import type { Field } from '../providers/descriptor.ts';

const presentField = ({ options, ...field }: Field) => ({ ...field, options: [...(options ?? [])] });

export const presentProvider = ({
  connectFields,
  settingsFields,
  ...entry
}: CatalogueEntry): MessageInitShape<typeof ProviderSchema> => ({
  ...entry,
  connectFields: connectFields.map(presentField),
  settingsFields: settingsFields.map(presentField),
});
