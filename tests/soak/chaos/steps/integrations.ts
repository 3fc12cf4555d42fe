import { cells, type Effect } from '../ledger.ts';
import type { Integration, Organization } from '../world.ts';
import { asUser, holding, pathOf, pickFrom, type Step, sessionOf, things } from './step.ts';

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly lastError: string | null;
}

/** Whether an attempt to connect was successful: a success clears `lastError`, and a provider that fails for a while sets it. */
const isConnected = ({ status, lastError }: Answered): boolean => status === 'active' && lastError === null;

const integrationsOf = (organization: Organization, workspace: { readonly slug: string }): string =>
  `${pathOf(organization)}/workspaces/${workspace.slug}/integrations`;

const effect = (
  { slug }: Organization,
  action: string,
  target: { readonly id: string } | undefined,
): Effect => ({ action, organization: slug, ...(target && { targetId: target.id }) });

/** An integration of the organization that nobody else changes at the moment. */
const changing =
  (
    wanted: (integration: Integration) => boolean,
    change: (
      parts: {
        readonly organization: Organization;
        readonly integration: Integration;
        readonly path: string;
      },
      perform: Parameters<Parameters<typeof holding>[2]>[0],
      context: Parameters<Step>[0],
    ) => Promise<void>,
  ): Step =>
  async (context) => {
    const { random, world } = context;
    const organization = random.pick(world.active);
    const integration = pickFrom(random, organization.integrations.filter(wanted));
    if (integration === undefined) return false;
    const path = `${integrationsOf(organization, integration.workspace)}/${integration.id}`;
    return holding(context, [things.integration(organization, integration)], async (perform) => {
      // It may have been changed until its lock was taken.
      if (organization.integrations.includes(integration) && wanted(integration))
        await change({ organization, integration, path }, perform, context);
    });
  };

export const createIntegration: Step = async (context) => {
  const { random, world, adProvider } = context;
  const organization = random.pick(world.active);
  const { owner, slug, integrations } = organization;
  const workspace = pickFrom(random, organization.workspaces);
  if (workspace === undefined) return false;
  const name = world.nextName('Integration');
  return holding(context, [], async (perform) => {
    const { outcome, body } = await perform<Answered>({
      operation: 'createIntegration',
      actor: asUser(owner),
      creates: true,
      request: {
        method: 'POST',
        path: integrationsOf(organization, workspace),
        body: { provider: adProvider.provider, name, access: 'manage' },
        ...sessionOf(owner),
      },
      effects: (created) => [effect(organization, 'integration.created', created)],
      writes: () => [{ cell: cells.integration(slug, workspace.slug, name), value: 'enabled' }],
      givesUp: random.chance(0.1),
    });
    if (outcome === 'acknowledged' && body !== undefined)
      integrations.push({ id: body.id, name, workspace, connected: false, disabled: false });
  });
};

/**
 * Each attempt to connect leaves an entry of its own, so that it is not sent again: without an answer it was done once or not at
 * all, and may have failed, where the process was paused while it waited for the provider.
 */
export const connectIntegration = changing(
  ({ disabled }) => !disabled,
  async ({ organization, integration, path }, perform, { adProvider }) => {
    const { owner } = organization;
    const { outcome, body } = await perform<Answered>({
      operation: 'connectIntegration',
      actor: asUser(owner),
      request: { method: 'POST', path: `${path}/credentials`, body: adProvider.fields, ...sessionOf(owner) },
      effects: (answered) =>
        ['integration.connected', 'integration.connect_failed']
          .filter(
            (action) => answered === undefined || isConnected(answered) === action.endsWith('connected'),
          )
          .map((action) => effect(organization, action, integration)),
      givesUp: true,
    });
    if (outcome === 'acknowledged' && body !== undefined && isConnected(body)) integration.connected = true;
  },
);

/** A verification of credentials that work leaves nothing in the trail. */
export const verifyIntegration = changing(
  ({ connected, disabled }) => connected && !disabled,
  async ({ organization: { owner }, path }, perform) => {
    await perform({
      operation: 'verifyIntegration',
      actor: asUser(owner),
      request: { method: 'POST', path: `${path}/verify`, ...sessionOf(owner) },
      effects: () => [],
    });
  },
);

/**
 * A change at the provider, which is sent once: without an answer it was done once or not at all. The provider has no such ad set
 * twice, so that the path tells which entry it has in the trail.
 */
export const relayChange = changing(
  ({ connected, disabled }) => connected && !disabled,
  async ({ organization, integration, path }, perform, { world }) => {
    const { owner } = organization;
    const adSet = world.nextName('').trim();
    await perform({
      operation: 'relayPut',
      actor: asUser(owner),
      request: {
        method: 'PUT',
        path: `${path}/relay/marketing/marketing-solutions/ad-sets/${adSet}/audience`,
        body: { data: { type: 'AdSetAudienceLink', attributes: { audienceId: '1' } } },
        ...sessionOf(owner),
      },
      effects: () => [effect(organization, 'integration.request_sent', integration)],
      givesUp: true,
    });
  },
);

/** Disables it, or enables it again, which verifies it at the provider if it was connected. */
export const switchIntegration = changing(
  () => true,
  async ({ organization, integration, path }, perform) => {
    const { owner, slug } = organization;
    const { workspace, name, disabled } = integration;
    const verb = disabled ? 'enable' : 'disable';
    const cell = cells.integration(slug, workspace.slug, name);
    // A provider that could not be reached in time leaves it disabled, and nothing in the trail.
    const stays = (answered: Answered | undefined): boolean => disabled && answered?.status === 'disabled';
    const { outcome, body } = await perform<Answered>({
      operation: `${verb}Integration`,
      actor: asUser(owner),
      request: { method: 'POST', path: `${path}/${verb}`, ...sessionOf(owner) },
      effects: (answered) =>
        stays(answered) ? [] : [effect(organization, `integration.${verb}d`, integration)],
      writes: (answered) => (stays(answered) ? [] : [{ cell, value: disabled ? 'enabled' : 'disabled' }]),
    });
    if (outcome === 'acknowledged' && !stays(body)) integration.disabled = !disabled;
  },
);

export const deleteIntegration = changing(
  () => true,
  async ({ organization, integration, path }, perform) => {
    const { owner, slug, integrations } = organization;
    const { outcome } = await perform({
      operation: 'deleteIntegration',
      actor: asUser(owner),
      request: { method: 'DELETE', path, ...sessionOf(owner) },
      effects: () => [effect(organization, 'integration.deleted', integration)],
      writes: () => [
        { cell: cells.integration(slug, integration.workspace.slug, integration.name), value: null },
      ],
      afterLoss: { status: 404, means: 'acknowledged' },
    });
    if (outcome === 'acknowledged') integrations.splice(integrations.indexOf(integration), 1);
  },
);
