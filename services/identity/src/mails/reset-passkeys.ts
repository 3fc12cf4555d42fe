import { mailPage } from '@patchbay/mail/page';

const subject = 'Your passkeys on Patchbay were deleted';

const note =
  'The audit trails of your organizations say who did it, and why, and their admins get an email too. If you did not ask for this, tell them at once: until you have a passkey again, whoever reads your email can create one in your place.';

/** What a person is told whose passkeys an operator has deleted. */
export function resetPasskeysMail(count: number, portalUrl: string) {
  const deleted = count === 1 ? 'the passkey' : `all ${count} passkeys`;
  const message = `Whoever runs this installation of Patchbay has deleted ${deleted} of your account. Sign in with an emailed link, and create a new passkey in your account.`;
  const url = `${portalUrl}/account`;
  return {
    purpose: 'reset passkeys',
    subject,
    text: `${message}

${url}

${note}
`,
    html: mailPage({ title: subject, message, button: 'Open your account', url, note }),
  };
}
