import type {
  ProviderField as FieldMessage,
  FirstRead as FirstReadMessage,
  Provider as ProviderMessage,
} from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import { FirstRead, Provider, ProviderField, useAccess } from '../schemas/provider.ts';

type Field = z.input<typeof ProviderField>;
type Descriptor = z.input<typeof Provider>;

export const presentField = (field: FieldMessage): Field => ({
  name: field.name,
  label: field.label,
  type: ProviderField.shape.type.parse(field.type),
  required: field.required,
  ...(field.description !== undefined && { description: field.description }),
  ...(field.pattern !== undefined && { pattern: field.pattern }),
  ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
  ...(field.options.length > 0 && { options: field.options }),
  ...(field.default !== undefined && { default: field.default }),
  ...(field.group !== undefined && { group: field.group }),
});

const presentFirstRead = ({ body, columns, ...read }: FirstReadMessage): z.input<typeof FirstRead> => ({
  title: read.title,
  api: read.api,
  method: FirstRead.shape.method.parse(read.method),
  path: read.path,
  headers: read.headers,
  ...(body !== undefined && { body }),
  accountSetting: read.accountSetting,
  rows: read.rows,
  columns: columns.map(({ name, at }) => ({ name, at })),
});

export function presentProvider(provider: ProviderMessage | undefined): Descriptor {
  if (provider === undefined) throw internal('integration left out the provider');
  return {
    provider: provider.provider,
    name: provider.name,
    category: Provider.shape.category.parse(provider.category ?? null),
    authMethod: Provider.shape.authMethod.parse(provider.authMethod ?? null),
    configured: provider.configured,
    connectFields: provider.connectFields.map(presentField),
    settingsFields: provider.settingsFields.map(presentField),
    documentationUrl: provider.documentationUrl,
    access: provider.access.map((access) => useAccess.parse(access)),
    apis: provider.apis.map(({ name, baseUrl, description }) => ({ name, baseUrl, description })),
    listsAccounts: provider.listsAccounts,
    ...(provider.firstRead !== undefined && { firstRead: presentFirstRead(provider.firstRead) }),
  };
}
