import { isIP } from 'node:net';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Workspace as WorkspaceMessage } from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { isLoopbackHost } from '@patchbay/outgoing/address-guard';
import { inTime } from '@patchbay/runtime/deadline';
import type { Workspace } from '../domain/webhook.ts';
import type { Dependencies } from './dependencies.ts';
import { demandPublic, urlOf } from './webhook-url.ts';

/** `now`: taken where a gateway of the version before does not say when the workspace was created. */
export const workspaceOf = ({ id, slug, name, createdAt }: WorkspaceMessage, now: Date): Workspace => ({
  id,
  slug,
  name,
  createdAt: createdAt === undefined ? now : timestampDate(createdAt),
});

/** Milliseconds in which a name is resolved. */
const resolveMs = 2_000;

type Parts = Pick<Dependencies, 'resolve' | 'allowLoopback' | 'clock'>;

/**
 * Refuses a name that resolves to a private address. A name that does not resolve now is accepted: it is checked at each attempt.
 * Not within a transaction.
 */
export async function demandPublicName({ resolve, allowLoopback, clock }: Parts, url: string): Promise<void> {
  const { hostname } = new URL(url);
  if (isIP(hostname) !== 0 || hostname.startsWith('[') || (allowLoopback && isLoopbackHost(hostname))) return;
  const resolved = resolve(hostname).catch(() => []);
  const isInTime = await inTime(resolved, clock.deadline(resolveMs));
  if (isInTime) demandPublic((await resolved).map(({ address }) => address));
}

export const urlFrom = ({ allowLoopback }: Pick<Parts, 'allowLoopback'>, given: string): string =>
  urlOf(given, { allowLoopback });
