import type { Receiver } from '../receiver.ts';
import type { Organization } from '../world.ts';
import { asUser, holding, pathOf, type StepContext, sessionOf } from './step.ts';

/** Has every later entry of the organization's trail delivered to the receiver. */
export async function createWebhook(
  context: StepContext,
  organization: Organization,
  receiver: Receiver,
): Promise<void> {
  const { slug, owner } = organization;
  await holding(context, [], async (perform) => {
    const { body } = await perform<{ id: string; secret: string }>({
      operation: 'createWebhook',
      actor: asUser(owner),
      creates: true,
      request: {
        method: 'POST',
        path: `${pathOf(organization)}/webhooks`,
        body: { url: receiver.addressOf(slug), description: 'Chaos' },
        ...sessionOf(owner),
      },
      effects: (created) => [
        { action: 'webhook.created', organization: slug, ...(created && { targetId: created.id }) },
      ],
      writes: () => [],
      givesUp: false,
    });
    if (body === undefined) throw new Error(`no webhook was created for ${slug}`);
    receiver.expect(slug, body.secret);
  });
}
