import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { linkDays, longest, usualLinkDays } from './api-bounds.ts';

interface Lifetime {
  readonly minimum: number;
  readonly maximum: number;
  readonly description: string;
}

interface Text {
  readonly maxLength: number;
}

const { components, paths } = JSON.parse(
  readFileSync(new URL('../../../../../gateway/openapi.json', import.meta.url), 'utf8'),
) as {
  components: {
    schemas: {
      NewConnectLink: { properties: { expiresInDays: Lifetime } };
      NewIntegration: { properties: { connectLinkExpiresInDays: Lifetime; name: Text; returnUrl: Text } };
      UserChanges: { properties: { name: Text } };
      NewWorkspace: { properties: Record<'name' | 'slug', Text> };
      NewWebhook: { properties: Record<'url' | 'description', Text> };
    } & Record<
      'OrganizationChanges' | 'Renaming' | 'NewPasskey' | 'NewUserApiKey' | 'NewWorkspaceApiKey',
      { properties: { name: Text } }
    >;
  };
  paths: {
    '/v1/organizations/{orgSlug}/integrations': {
      get: { parameters: readonly { readonly name: string; readonly schema: Text }[] };
    };
  };
};

it.each([
  components.schemas.NewConnectLink.properties.expiresInDays,
  components.schemas.NewIntegration.properties.connectLinkExpiresInDays,
])('the lifetimes of a connect link reach from the shortest to the longest of the API: %#', (lifetime) => {
  expect([linkDays[0], linkDays.at(-1)]).toEqual([lifetime.minimum, lifetime.maximum]);
  expect(lifetime.description).toContain(`Default: ${usualLinkDays}.`);
  expect(linkDays).toContain(usualLinkDays);
});

it('the longest texts are those of the API', () => {
  const { NewWorkspace, NewIntegration, NewWebhook, UserChanges, ...others } = components.schemas;
  const { OrganizationChanges, Renaming, NewPasskey, NewUserApiKey, NewWorkspaceApiKey } = others;
  for (const { properties } of [
    NewWorkspace,
    NewIntegration,
    OrganizationChanges,
    Renaming,
    NewPasskey,
    NewUserApiKey,
    NewWorkspaceApiKey,
  ])
    expect(properties.name.maxLength).toBe(longest.name);
  expect(UserChanges.properties.name.maxLength).toBe(longest.personName);
  expect(NewWorkspace.properties.slug.maxLength).toBe(longest.slug);
  expect(NewWebhook.properties.url.maxLength).toBe(longest.address);
  expect(NewIntegration.properties.returnUrl.maxLength).toBe(longest.address);
  expect(NewWebhook.properties.description.maxLength).toBe(longest.description);
  const { parameters } = paths['/v1/organizations/{orgSlug}/integrations'].get;
  expect(parameters.find(({ name }) => name === 'q')?.schema.maxLength).toBe(longest.search);
});
