import { conflict, invalid } from '@patchbay/errors/failure';
import { most } from '@patchbay/platform/maximums';
import { personText } from '@patchbay/text/person-text';
import { readText } from '@patchbay/text/text-rule';
import type { Action } from '@patchbay/trail/action';
import type { Change, DomainEvent, Value } from '@patchbay/trail/domain-event';

/** The address as the trail shows it: paths and queries of receivers often hold secrets. */
export const originOf = (url: string): string => new URL(url).origin;

export const hostOf = (url: string): string => new URL(url).host;

export interface Workspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: Date;
}

export type WebhookStatus = 'active' | 'disabled';
export type DisabledReason = 'by_person' | 'gone' | 'failing';

/** The last attempt, if it failed. */
export interface LastFailure {
  readonly at: Date;
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly reason: string;
}

/** An address to which the entries of a trail are delivered. */
export interface Webhook {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly description: string;
  /** Names of actions, or groups such as `integration.*`; empty: all. */
  readonly actions: readonly string[];
  /** Null: entries of the whole organization. */
  readonly workspace: Workspace | null;
  readonly status: WebhookStatus;
  /** Null while it is active. */
  readonly disabledReason: DisabledReason | null;
  readonly createdByEmail: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastDeliveredAt: Date | null;
  readonly lastFailure: LastFailure | null;
  /** The first failure since the last success. */
  readonly failingSince: Date | null;
}

const descriptionRule = personText(0, 200);
export const descriptionOf = (text: string): string => readText(descriptionRule, 'description', text);

export function statusOf(text: string): WebhookStatus {
  if (text !== 'active' && text !== 'disabled')
    throw invalid({ path: 'status', message: 'must be active or disabled' });
  return text;
}

const maxGraceHours = 168;

/** When the old secret of a rotation stops signing; null: at once. */
export function graceEnd(hours: number, now: Date): Date | null {
  if (hours > maxGraceHours)
    throw invalid({ path: 'graceHours', message: `must be between 0 and ${maxGraceHours}` });
  return hours === 0 ? null : new Date(now.getTime() + hours * 3_600_000);
}

export function refuseWhenFull(count: number): void {
  if (count >= most.webhooksOfOrganization)
    throw conflict(
      `This organization has ${most.webhooksOfOrganization} webhooks, the maximum. Delete one to create another.`,
    );
}

export function refuseDisabled({ status }: Webhook): void {
  if (status === 'disabled') throw conflict('This webhook is disabled. Enable it first.');
}

type Details = Pick<DomainEvent, 'changes' | 'metadata'>;

function webhookEvent(
  action: Action & `webhook.${string}`,
  { id, organizationId, workspace, url }: Webhook,
  details: Details = {},
): DomainEvent {
  return {
    action,
    about: { organizationId },
    ...(workspace && { workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name } }),
    target: { type: 'webhook', id, name: hostOf(url) },
    ...details,
  };
}

/** What the trail says about a webhook, by field. */
const shown = ({ url, description, actions, workspace, status }: Webhook): Record<string, Value> => ({
  url: originOf(url),
  description,
  actions: [...actions],
  workspace: workspace?.slug ?? null,
  status,
});

export const webhookCreated = (webhook: Webhook): DomainEvent =>
  webhookEvent('webhook.created', webhook, {
    changes: Object.entries(shown(webhook)).map(([field, after]) => ({ field, before: null, after })),
  });

export const webhookDeleted = (webhook: Webhook): DomainEvent => webhookEvent('webhook.deleted', webhook);

export const secretRotated = (webhook: Webhook, graceHours: number): DomainEvent =>
  webhookEvent('webhook.secret_rotated', webhook, { metadata: { graceHours } });

/** The fields that a person can change. An undefined field is not changed. */
export interface Update {
  readonly url: string | undefined;
  readonly description: string | undefined;
  readonly actions: readonly string[] | undefined;
  readonly workspace: Workspace | null | undefined;
  readonly status: WebhookStatus | undefined;
}

export interface WebhookChange {
  readonly webhook: Webhook;
  /** Empty: nothing has changed. */
  readonly events: readonly DomainEvent[];
}

/** A changed address begins without failures, and so does a webhook that is enabled again. */
export function update(webhook: Webhook, asked: Update, now: Date): WebhookChange {
  const status = asked.status ?? webhook.status;
  const url = asked.url ?? webhook.url;
  const updated: Webhook = {
    ...webhook,
    url,
    description: asked.description ?? webhook.description,
    actions: asked.actions ?? webhook.actions,
    workspace: asked.workspace === undefined ? webhook.workspace : asked.workspace,
    status,
    ...(status !== webhook.status && { disabledReason: status === 'disabled' ? 'by_person' : null }),
    ...((url !== webhook.url || (status === 'active' && webhook.status === 'disabled')) && {
      failingSince: null,
      lastFailure: null,
    }),
    updatedAt: now,
  };
  const [before, after] = [shown(webhook), shown(updated)];
  // Another path of the same origin, and another workspace with the same slug, are changes that the trail shows without saying which.
  const isChanged: Readonly<Record<string, boolean>> = {
    url: url !== webhook.url,
    workspace: updated.workspace?.id !== webhook.workspace?.id,
  };
  const changes = Object.keys(after).flatMap((field): Change[] => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    return (isChanged[field] ?? JSON.stringify(change.before) !== JSON.stringify(change.after))
      ? [change]
      : [];
  });
  if (changes.length === 0) return { webhook, events: [] };
  return { webhook: updated, events: [webhookEvent('webhook.updated', updated, { changes })] };
}

/** For deliveries that fail: the webhook is disabled by the platform. */
export function disable(webhook: Webhook, reason: 'gone' | 'failing', now: Date): WebhookChange {
  if (webhook.status === 'disabled') return { webhook, events: [] };
  const disabled: Webhook = { ...webhook, status: 'disabled', disabledReason: reason, updatedAt: now };
  const changes = [{ field: 'status', before: webhook.status, after: disabled.status }];
  const metadata = { reason, createdByEmail: webhook.createdByEmail };
  return { webhook: disabled, events: [webhookEvent('webhook.disabled', disabled, { changes, metadata })] };
}
