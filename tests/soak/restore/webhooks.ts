import { perform } from '../chaos/client.ts';
import { asUser, pathOf, type StepContext, sessionOf } from '../chaos/steps/step.ts';
import type { Checked } from '../chaos/verify/evidence.ts';
import { inDatabase } from './database.ts';

/** Nobody answers there: deliveries are tried again later. */
const url = 'http://127.0.0.1:1/drill';

/** The ids of three webhooks, by what becomes of them after the backup. */
export type DrillWebhooks = Readonly<Record<'unchanged' | 'deleted' | 'rotated', string>>;

/** Sends a request of an owner about webhooks. */
async function send(
  { world, client }: StepContext,
  operation: string,
  request: { readonly method: 'POST' | 'DELETE'; readonly path: string; readonly body?: unknown },
  action: string,
): Promise<string> {
  const [organization = world.probe] = world.organizations;
  const { outcome, body } = await perform<{ readonly id: string } | undefined>(client, {
    operation,
    actor: asUser(organization.owner),
    creates: operation === 'createWebhook',
    request: {
      ...request,
      path: `${pathOf(organization)}/webhooks${request.path}`,
      ...sessionOf(organization.owner),
    },
    effects: () => [{ action, organization: organization.slug }],
  });
  if (outcome !== 'acknowledged') throw new Error(`${operation} was ${outcome}`);
  return body?.id ?? '';
}

/** Before the backup. */
export async function createWebhooks(context: StepContext): Promise<DrillWebhooks> {
  const create = () =>
    send(context, 'createWebhook', { method: 'POST', path: '', body: { url } }, 'webhook.created');
  return { unchanged: await create(), deleted: await create(), rotated: await create() };
}

/** After the backup. */
export async function changeWebhooks(
  context: StepContext,
  { deleted, rotated }: DrillWebhooks,
): Promise<void> {
  await send(context, 'deleteWebhook', { method: 'DELETE', path: `/${deleted}` }, 'webhook.deleted');
  const rotation = { method: 'POST', path: `/${rotated}/rotate-secret`, body: {} } as const;
  await send(context, 'rotateWebhookSecret', rotation, 'webhook.secret_rotated');
}

/** When what was ended is ended again: nothing is sent to an address, or signed with a secret, that was withdrawn. */
export const checkWebhooks = (adminUrl: string, webhooks: DrillWebhooks): Promise<Checked> =>
  inDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<{ id: string; state: string }>(
      `select id, case when deleted_at is null then status else 'deleted' end as state from webhook.webhooks
       where id = any ($1::uuid[])`,
      [Object.values(webhooks)],
    );
    const stateOf = (id: string): string => rows.find((row) => row.id === id)?.state ?? 'deleted';
    const states = Object.entries(webhooks).map(([name, id]) => `${name}: ${stateOf(id)}`);
    const expected = ['unchanged: active', 'deleted: deleted', 'rotated: disabled'];
    return {
      line: `webhooks by what became of them after the backup: ${states.join(', ')}`,
      findings: states
        .filter((state) => !expected.includes(state))
        .map((text) => ({ text: `the webhook ${text}`, requestIds: [] })),
    };
  });
