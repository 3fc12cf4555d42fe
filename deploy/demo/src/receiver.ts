import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { SimulatedAnswer, SimulatedRequest } from '@patchbay/testing/ad-providers/simulator';
import type { Client } from './client.ts';
import { agency } from './people.ts';
import { organizationPath } from './stage.ts';

/** A request that has arrived, as the start page shows it. */
export interface Received {
  /** The same at every attempt. */
  readonly id: string;
  readonly type: string;
  /** Of the entry; null for a test. */
  readonly sequence: number | null;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** Whether the secret of the webhook signed it. */
  readonly isVerified: boolean;
}

export const receiverPath = '/hooks';
/** The start page shows as many. */
const kept = 5;
const webhooksPath = `${organizationPath}/webhooks`;
const description = 'The start page of the demo';

type Delivery = Pick<SimulatedRequest, 'headers' | 'body'>;

export interface Receiver {
  /** Undefined: the request is for somebody else. */
  answer(request: { readonly method: string; readonly path: string } & Delivery): SimulatedAnswer | undefined;
  /** Creates its webhook anew, at each start: the secret is shown once. */
  subscribe(admin: Client, url: string): Promise<void>;
  /** Sends itself what somebody without the secret could send. */
  forge(): void;
  /** Newest first. */
  received(): readonly Received[];
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** By Standard Webhooks: docs/webhooks.md. */
function signatureOf(secret: string, { headers, body }: Delivery): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

function isSignedWith(secret: string, delivery: Delivery): boolean {
  const expected = Buffer.from(signatureOf(secret, delivery));
  return (delivery.headers['webhook-signature'] ?? '')
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

function partsOf(body: string): Pick<Received, 'type' | 'sequence'> {
  const { type, data } = JSON.parse(body) as { type: string; data?: { sequence?: number } | null };
  return { type, sequence: data?.sequence ?? null };
}

/** Receives the webhook that the demo makes for its start page, as a program of the agency would. */
export function createReceiver(): Receiver {
  let secret: string | undefined;
  let received: readonly Received[] = [];

  const receive = (delivery: Delivery): SimulatedAnswer => {
    // The next attempt comes after the creation was answered.
    if (secret === undefined) return { status: 503 };
    const isVerified = isSignedWith(secret, delivery);
    const id = delivery.headers['webhook-id'] ?? '';
    const others = received.filter((one) => one.id !== id);
    const shown = { id, ...partsOf(delivery.body), receivedAt: new Date().toISOString(), isVerified };
    received = [shown, ...others].slice(0, kept);
    return { status: isVerified ? 204 : 400 };
  };

  return {
    answer: ({ method, path, ...delivery }) =>
      method === 'POST' && path === receiverPath ? receive(delivery) : undefined,
    async subscribe(admin, url) {
      const { webhooks } = await admin.get<{ webhooks: { id: string; description: string }[] }>(webhooksPath);
      for (const { id } of webhooks.filter((one) => one.description === description))
        await admin.delete(`${webhooksPath}/${id}`);
      ({ secret } = await admin.post<{ secret: string }>(webhooksPath, { url, description }));
    },
    forge() {
      const headers = {
        'webhook-id': randomUUID(),
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      };
      const body = JSON.stringify({ type: 'organization.updated', data: { target: { name: agency.name } } });
      const signature = signatureOf(newSecret(), { headers, body });
      receive({ headers: { ...headers, 'webhook-signature': signature }, body });
    },
    received: () => received,
  };
}
