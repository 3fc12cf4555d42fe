/** The link by which a client connects an integration. */
export const connectLink = {
  label: 'connect link',
  explain: 'Whoever opens this link can connect the account, once. Send it only to the right person.',
  until: (date: string) => `It works until ${date}.`,
  email: 'Email it',
  preview: 'Preview',
  previewHelp: "The preview is the real page. Opening it doesn't use up the link, connecting there does.",
  code: 'QR code',
  codeText: (integration: string) => `QR code of the connect link of ${integration}`,
  codeHelp: 'A phone that scans this code opens the link.',
  none: "There's no link right now. It was used or turned off, or nobody made one.",
  expired: (date: string) => `The link expired on ${date}.`,
  make: 'Make a link',
  makeNew: 'Make a new link',
  again: 'Connect again by link',
  againText: 'Your client connects again with a link. Until then everything stays as it is.',
  submit: 'Make the link',
  replaces: "The current link stops working right away. Whoever has it can't connect with it anymore.",
  days: 'How long the link works',
  dayCount: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  made: 'The new link is ready.',
  off: 'Turn the link off',
  offTitle: 'Turn the link off?',
  offText: "Whoever has the link can't connect with it anymore, even if they're halfway through.",
  offDone: 'The link is turned off.',
  mail: {
    subject: (provider: string, organization: string) => `Connect ${provider} with ${organization}`,
    body: ({
      provider,
      organization,
      url,
      date,
    }: Readonly<Record<'provider' | 'organization' | 'url' | 'date', string>>) =>
      `Hello,

please connect your account at ${provider} with ${organization}. This page says what we're asking for, and takes you through it:

${url}

The link works once, and until ${date}. If someone else looks after this account, please pass it on to them.

Thank you
`,
  },
};
