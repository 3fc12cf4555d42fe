import type { Api } from '../../api.ts';
import type { Receiver } from '../receiver.ts';
import { expected } from './expected.ts';

/** A webhook for every entry, whose test reaches the receiver; resolves with its secret. A private address is refused. */
export async function createWebhook(api: Api, organization: string, receiver: Receiver): Promise<string> {
  const webhooks = `${organization}/webhooks`;
  expected('a webhook at a private address', 400, await api.post(webhooks, { url: 'https://10.96.0.1/' }));
  const { id, secret } = expected(
    'a webhook',
    201,
    await api.post<{ id: string; secret: string }>(webhooks, { url: receiver.url }),
  );
  const delivery = expected(
    'the test of a webhook',
    200,
    await api.post<{ status: string; reason: string | null }>(`${webhooks}/${id}/test`),
  );
  if (delivery.status !== 'delivered')
    throw new Error(`the test of a webhook is ${delivery.status}: ${delivery.reason}`);
  return secret;
}
