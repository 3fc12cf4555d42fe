import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { linkDays, usualLinkDays } from './api-bounds.ts';

interface Lifetime {
  readonly minimum: number;
  readonly maximum: number;
  readonly description: string;
}

const { components } = JSON.parse(
  readFileSync(new URL('../../../../../gateway/openapi.json', import.meta.url), 'utf8'),
) as {
  components: {
    schemas: {
      NewConnectLink: { properties: { expiresInDays: Lifetime } };
      NewIntegration: { properties: { connectLinkExpiresInDays: Lifetime } };
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
