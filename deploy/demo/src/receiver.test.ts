import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { createReceiver } from './receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ type: 'integration.connected', data: { sequence: 7 } });

function signed(id: string, key = Buffer.alloc(32, 7)) {
  const signature = createHmac('sha256', key).update(`${id}.1794912000.${body}`).digest('base64');
  return {
    method: 'POST',
    path: '/hooks',
    headers: {
      'webhook-id': id,
      'webhook-timestamp': '1794912000',
      'webhook-signature': `v1,other v1,${signature}`,
    },
    body,
  };
}

async function subscribed() {
  const requests: unknown[] = [];
  const admin = {
    get: async () => ({
      webhooks: [
        { id: 'mine', description: 'The start page of the demo' },
        { id: 'other', description: '' },
      ],
    }),
    delete: async (path: string) => void requests.push(path),
    post: async (_path: string, given: unknown) => {
      requests.push(given);
      return { secret };
    },
  } as unknown as Client;
  const receiver = createReceiver();
  await receiver.subscribe(admin, 'http://127.0.0.1:3002/hooks');
  return { receiver, requests };
}

describe('the receiver of the demo', () => {
  it('the receiver replaces its webhook of an earlier start, and no other', async () => {
    const { requests } = await subscribed();
    expect(requests).toEqual([
      '/v1/organizations/nordlicht/webhooks/mine',
      { url: 'http://127.0.0.1:3002/hooks', description: 'The start page of the demo' },
    ]);
  });

  it('the receiver takes what is signed with its secret, and shows a repeated delivery once', async () => {
    const { receiver } = await subscribed();
    expect(receiver.answer(signed('a'))).toEqual({ status: 204 });
    expect(receiver.answer(signed('b'))).toEqual({ status: 204 });
    expect(receiver.answer(signed('a'))).toEqual({ status: 204 });
    expect(receiver.received()).toMatchObject([
      { id: 'a', type: 'integration.connected', sequence: 7, isVerified: true },
      { id: 'b', isVerified: true },
    ]);
  });

  it('the receiver refuses and shows what is signed with another secret', async () => {
    const { receiver } = await subscribed();
    expect(receiver.answer(signed('a', Buffer.alloc(32)))).toEqual({ status: 400 });
    receiver.forge();
    expect(receiver.received()).toMatchObject([
      { type: 'organization.updated', sequence: null, isVerified: false },
      { id: 'a', isVerified: false },
    ]);
  });

  it('the receiver asks for another attempt until it knows its secret, and leaves other paths alone', () => {
    const receiver = createReceiver();
    expect(receiver.answer(signed('a'))).toEqual({ status: 503 });
    expect(receiver.answer({ ...signed('a'), path: '/withdraw' })).toBeUndefined();
    expect(receiver.received()).toEqual([]);
  });

  it('the receiver shows the newest five', async () => {
    const { receiver } = await subscribed();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) receiver.answer(signed(id));
    expect(receiver.received().map(({ id }) => id)).toEqual(['f', 'e', 'd', 'c', 'b']);
  });
});
