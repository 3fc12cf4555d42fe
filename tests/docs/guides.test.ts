import * as client from '@patchbay/client';
import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { beforeAll, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { mailTo, signUpAndIn, signUpOf, tokenIn } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { commandsIn, type Variables, wordsOf } from './curl.ts';
import { run } from './run.ts';

const slug = 'acme-guides';
const acme = signUpOf(slug);
let smtp: TestSmtpServer;
let providers: AdProviders;
let platform: Platform;
let api: Api;
let token: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ smtp, providers } = platform);
  api = apiAt(platform.address);
  token = await signUpAndIn(api, smtp, acme);
  const workspace = { name: 'Brand campaigns', slug: 'brand-campaigns' };
  await api.withSession(token).post(`/v1/organizations/${slug}/workspaces`, workspace);
});

/** The blocks of a guide, as the gateway serves it, with the slug of the reader: commands of a shell, and TypeScript. */
async function blocksOf(guide: string): Promise<string[]> {
  const text = await (await fetch(`${platform.address}/docs/${guide}.md`)).text();
  return text.replaceAll(/\bacme\b/g, slug).match(/^```(?:sh|ts)\n[^]*?^```$/gm) ?? [];
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...values: unknown[]) => Promise<void>;

/** Runs a block in TypeScript without types, with these variables in its environment; resolves with what it prints. */
async function runScript(block: string, env: Variables): Promise<unknown[]> {
  const printed: unknown[] = [];
  const script = block
    .replaceAll(/^```\w*$/gm, '')
    .replace(/^import (\{.+\}) from '@patchbay\/client';$/m, 'const $1 = client;');
  const console = { log: (value: unknown) => printed.push(value) };
  await new AsyncFunction('client', 'process', 'console', script)(client, { env }, console);
  return printed;
}

/** Runs blocks one after another, and `between` before each command; resolves with what the scripts print. */
async function runBlocks(
  blocks: readonly string[],
  variables: Variables,
  between: (command: string) => Promise<void> = async () => {},
): Promise<unknown[]> {
  const printed: unknown[] = [];
  for (const block of blocks) {
    if (block.startsWith('```ts')) printed.push(...(await runScript(block, variables)));
    for (const command of commandsIn(block)) {
      const [, name, value = ''] = /^(\w+)=(\S+)$/.exec(command.text) ?? [];
      if (name !== undefined) {
        variables[name] = wordsOf(value, variables).join('');
        continue;
      }
      await between(command.text);
      await run(command, variables);
    }
  }
  return printed;
}

it('the quickstart leads from a mailed link to a request to Google Ads', async () => {
  const variables: Variables = {};
  const printed = await runBlocks(await blocksOf('quickstart'), variables, async (command) => {
    if (command.includes('/verify')) variables['LINK'] = tokenIn(await mailTo(smtp, acme.email, 2));
    if (!command.includes('/grants')) return;
    const path = `/v1/organizations/${slug}/workspaces/brand-campaigns/integrations/${variables['ID']}`;
    const { body } = await api
      .withSession(variables['TOKEN'] ?? '')
      .get<{ connectLink: { connectUrl: string } }>(path);
    const link = body.connectLink.connectUrl.split('/').at(-1);
    const started = await api.post<{ authorizationUrl: string }>(`/v1/connect/${link}/oauth`);
    await fetch(await providers.consent(started.body.authorizationUrl), { redirect: 'manual' });
  });
  expect(printed).toMatchObject([{ results: [{ campaign: { name: expect.any(String) } }] }]);
});

it('the guide to credentials makes a key, uses it and replaces it', async () => {
  const printed = await runBlocks(await blocksOf('credentials'), { TOKEN: token });
  expect(printed).toEqual([expect.any(Array)]);
});

it('the guide to errors and idempotency creates a workspace once, and shows the conflict of a second one', async () => {
  const printed = await runBlocks(await blocksOf('errors-and-idempotency'), { TOKEN: token });
  expect(printed).toEqual([expect.stringContaining('already has a workspace with the slug summer')]);
});

it('the guide to connecting in a product makes an integration with a link, reads it and makes another link', async () => {
  const [create = '', ...rest] = await blocksOf('connect-in-your-product');
  const [created] = await runScript(create, { TOKEN: token });
  const { id, connectUrl } = created as { id: string; connectUrl: string };
  expect(connectUrl).toContain('/connect/');
  const { body } = await api.withSession(token).post<{ key: string }>(`/v1/organizations/${slug}/api-keys`, {
    name: 'Product',
    level: 'organization',
    role: 'viewer',
  });
  await runBlocks(rest, { TOKEN: token, ID: id, KEY: body.key });
});
