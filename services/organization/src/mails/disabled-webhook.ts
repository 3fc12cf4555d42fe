import { mailPage } from '@patchbay/mail/page';
import { plainName } from '@patchbay/text/plain-name';

const subject = 'A webhook on Patchbay was disabled';

/** Why it was disabled, by `metadata.reason` of the event. */
const reasons = {
  gone: 'its receiver answered that it is gone (status 410)',
  failing: 'nothing could be delivered to it for five days',
} as const;

export type DisabledReason = keyof typeof reasons;

export const isDisabledReason = (reason: unknown): reason is DisabledReason =>
  typeof reason === 'string' && Object.hasOwn(reasons, reason);

export interface DisabledWebhookMail {
  readonly organization: { readonly slug: string; readonly name: string };
  readonly host: string;
  readonly reason: DisabledReason;
  readonly portalUrl: string;
}

export function disabledWebhookMail({ organization, host, reason, portalUrl }: DisabledWebhookMail) {
  const url = `${portalUrl}/o/${organization.slug}`;
  const message = `Patchbay has disabled a webhook of ${plainName(organization.name)} to ${plainName(host)}, because ${reasons[reason]}.`;
  const note =
    'What happens from now on is not kept for it. Once the receiver works again, enable the webhook and replay what it has missed.';
  return {
    purpose: 'disabled webhook',
    // The same for everybody: a subject is read without the mail around it, and must not say what a stranger chose.
    subject,
    text: `${message}

${note}

${url}
`,
    html: mailPage({ title: subject, message, button: 'Open Patchbay', url, note }),
  };
}
