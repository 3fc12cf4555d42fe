import { mailPage } from '@patchbay/mail/page';
import { plainName } from '@patchbay/text/plain-name';

/** In the language of the mail; in UTC, because the time zone of the recipient is unknown. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

interface Wording {
  readonly purpose: string;
  /** The same for everybody: a subject is read without the mail around it, and must not say what a stranger chose. */
  readonly subject: string;
  message(name: string, when: string): string;
  readonly note: string;
}

const canRestore =
  'Until then nothing works in it: its API keys are refused, and nothing is relayed or delivered. If you want to keep it, restore it before that time.';

/** What admins are told, by when they are told it. */
const wordings = {
  closed: {
    purpose: 'closed organization',
    subject: 'An organization on Patchbay will be deleted',
    message: (name, when) =>
      `An admin has closed ${name}. It will be deleted on ${when} (UTC), with everything in it.`,
    note: canRestore,
  },
  closedByOperator: {
    purpose: 'closed organization',
    subject: 'An organization on Patchbay will be deleted',
    message: (name, when) =>
      `Whoever runs this installation of Patchbay has closed ${name}. It will be deleted on ${when} (UTC), with everything in it.`,
    note: `${canRestore} Its audit trail says who closed it, and why.`,
  },
  dayBefore: {
    purpose: 'organization deleted soon',
    subject: 'An organization on Patchbay will be deleted within a day',
    message: (name, when) => `${name} will be deleted on ${when} (UTC), with everything in it.`,
    note: canRestore,
  },
  deleted: {
    purpose: 'deleted organization',
    subject: 'An organization on Patchbay was deleted',
    message: (name) => `${name} was deleted, with everything in it.`,
    note: 'Authorizations of its integrations are being revoked at the providers. Your own account stays.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export type ClosingMailKind = keyof typeof wordings;

export interface ClosingMail {
  readonly organization: { readonly slug: string; readonly name: string; readonly deletesAt: Date };
  readonly portalUrl: string;
}

export function closingMail(kind: ClosingMailKind, { organization, portalUrl }: ClosingMail) {
  const { purpose, subject, message: tell, note }: Wording = wordings[kind];
  const url = kind === 'deleted' ? `${portalUrl}/` : `${portalUrl}/o/${organization.slug}`;
  const message = tell(plainName(organization.name), moment.format(organization.deletesAt));
  return {
    purpose,
    subject,
    text: `${message}

${note}

${url}
`,
    html: mailPage({ title: subject, message, button: 'Open Patchbay', url, note }),
  };
}
