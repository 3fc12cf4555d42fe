import type { Client } from '../client.ts';
import { clients } from '../people.ts';
import { customerWithoutQuota, useUpQuota } from '../simulators.ts';
import {
  connect,
  createIntegration,
  fieldsOf,
  integrationsPath,
  type NewIntegration,
  type Stage,
  type Team,
} from '../stage.ts';

const { fjord, cafe, museum } = clients;

/** Creates an integration and connects it by its link. Resolves with its path. */
async function connected(
  stage: Stage,
  creator: Client,
  workspace: string,
  integration: NewIntegration,
): Promise<string> {
  const created = await createIntegration(creator, workspace, integration);
  await connect(stage, created);
  return `${integrationsPath(workspace)}/${created.id}`;
}

/** Shop of outdoor gear: search, social and retargeting run; one search account has no quota left; one link was just sent. */
async function connectFjord(stage: Stage, { mira }: Team, ingrid: Client, key: Client): Promise<void> {
  const search = await connected(stage, mira, fjord.slug, { provider: 'google_ads', name: 'Search' });
  await key.post(`${search}/verify`);
  await connected(stage, mira, fjord.slug, { provider: 'meta_ads', name: 'Social' });

  const retargeting = { provider: 'criteo', name: 'Retargeting' };
  const created = await createIntegration(ingrid, fjord.slug, retargeting);
  await connect(stage, created, { typed: { clientSecret: 'copied-without-the-end' } });
  const credentials = fieldsOf(stage, retargeting.provider);
  await key.post(`${integrationsPath(fjord.slug)}/${created.id}/credentials`, credentials);

  const settings = { customerId: customerWithoutQuota };
  const shop = { provider: 'google_ads', name: 'Shopping campaigns', settings };
  const shopping = await connected(stage, mira, fjord.slug, shop);
  useUpQuota(stage.providers);
  await key.post(`${shopping}/verify`);

  await createIntegration(mira, fjord.slug, { provider: 'the_trade_desk', name: 'Autumn programmatic' });
}

/** Café: clips and display run; access to one account was withdrawn; one client declined, one integration is switched off. */
async function connectCafe(stage: Stage, { mira, jonas }: Team): Promise<void> {
  const clips = await connected(stage, mira, cafe.slug, { provider: 'tiktok_ads', name: 'Clips' });
  await mira.patch(clips, { name: 'Breakfast clips' });
  await connected(stage, mira, cafe.slug, { provider: 'yahoo_dsp', name: 'Commuter display' });

  const recipes = await connected(stage, mira, cafe.slug, { provider: 'pinterest_ads', name: 'Recipes' });
  const pinterest = stage.providers.of('pinterest_ads');
  pinterest.fail(
    pinterest.simulator.faults.find(({ kind, shows }) => kind === 'permanent' && shows === 'verify'),
  );
  await mira.post(`${recipes}/verify`);
  pinterest.fail();

  const lenses = { provider: 'snapchat_ads', name: 'Latte lenses' };
  await connect(stage, await createIntegration(mira, cafe.slug, lenses), { decline: true });
  const hiring = await connected(stage, jonas, cafe.slug, { provider: 'linkedin_ads', name: 'Hiring' });
  await jonas.post(`${hiring}/disable`);
}

/** Museum: video and shop run; a password was refused; one link was withdrawn; an old integration is gone. */
async function connectMuseum(stage: Stage, { mira, jonas, lena }: Team): Promise<void> {
  const { slug } = museum;
  await connected(stage, mira, slug, { provider: 'google_dv360', name: 'Exhibition video' });
  await connected(stage, mira, slug, {
    provider: 'amazon_dsp',
    name: 'Museum shop',
    settings: { region: 'EU' },
  });
  const lectures = await connected(stage, mira, slug, { provider: 'reddit_ads', name: 'Lectures' });
  await jonas.post(`${lectures}/disable`);
  await jonas.post(`${lectures}/enable`);

  const publisher = { settings: { publisherId: '156209' } };
  const banners = { provider: 'pubmatic', name: 'Site banners', ...publisher };
  await connect(stage, await createIntegration(jonas, slug, banners), { typed: { password: 'last-year' } });
  const video = { provider: 'magnite', name: 'Site video', settings: { publisherId: '17150' } };
  const { id } = await createIntegration(jonas, slug, video);
  await jonas.delete(`${integrationsPath(slug)}/${id}/connect-link`);

  const old = await connected(stage, lena, slug, { provider: 'adform', name: 'Season 2019' });
  await lena.delete(old);
}

/** Integrations in every state, connected at the simulators as clients would do it. */
export async function connectIntegrations(
  stage: Stage,
  team: Team,
  ingrid: Client,
  key: Client,
): Promise<void> {
  await connectFjord(stage, team, ingrid, key);
  await connectCafe(stage, team);
  await connectMuseum(stage, team);
}
