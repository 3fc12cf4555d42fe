/** A time to wait. */
const duration = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Every text of the pages in English. A text with a value in it is a function. */
export const en = {
  /** Of several pages, and of the parts. */
  common: {
    product: 'Patchbay',
    tagline: 'Patchbay manages connections to advertising accounts.',
    requestId: (id: string) => `Request ${id}`,
    tryAgain: 'Try again',
    loading: 'Loading',
    busy: 'One moment',
    show: 'Show',
    hide: 'Hide',
    showField: (label: string) => `Show ${label}`,
    hideField: (label: string) => `Hide ${label}`,
    fieldShown: (label: string) => `${label} is shown`,
    fieldHidden: (label: string) => `${label} is hidden`,
    stepDone: 'done',
    failedTitle: 'This page could not be loaded',
    optional: 'optional',
    errorSummary: 'Please check these fields',
    offline: 'Patchbay cannot be reached. Check your connection and try again.',
    unavailable: 'Patchbay is busy at the moment. Wait a little and try again.',
    tooMany: (seconds: number) => `There were many tries in a short time. Try again in ${duration(seconds)}.`,
    unexpected: 'Something went wrong on our side. Try again, and quote the request if it stays.',
  },
  notFound: {
    title: 'There is no such page',
    reason:
      'The address may be incomplete. Open the link from the mail or message again. If it still leads here, ask whoever sent it for a new one.',
    signIn: 'Go to sign-in',
  },
  signIn: { title: 'Sign in' },
  verify: { title: 'Confirm your sign-in' },
  signUp: { title: 'Create your organization' },
  home: { title: 'Patchbay' },
  invitation: { title: 'Invitation' },
  device: { title: 'Let a device in' },
  connect: {
    title: 'Connect an account',
    titleFor: (provider: string) => `Connect ${provider}`,
    /** `{organization}` is replaced by the name. */
    asks: (provider: string) => `{organization} asks for access to your account at ${provider}.`,
    askedBy: 'Asked by',
    workspace: 'Workspace',
    integration: 'Connection',
    worksUntil: 'Link works until',
    next: 'What happens next',
    nextConsent: (provider: string, host: string) =>
      `You will be sent to ${host}, where ${provider} asks for your consent. Then you come back here.`,
    nextConsentElsewhere: (provider: string, host: string, returnHost: string) =>
      `You will be sent to ${host}, where ${provider} asks for your consent. Then you go on to ${returnHost}.`,
    nextForm: (provider: string) =>
      `You enter the keys of your account at ${provider} here. We try them at once and tell you whether they work.`,
    possible: 'What will be possible',
    impossible: 'What will not be possible',
    stored: 'What you enter is stored encrypted and is never shown again.',
    withdraw: (provider: string) => `You can end the access at any time, at ${provider}.`,
    ask: 'Not sure about this? Ask {organization} before you connect.',
    active: 'This is connected already. Connecting again replaces the connection.',
    error: 'This does not work at the moment. Connect again to mend it.',
    consent: (provider: string) => `Go on to ${provider}`,
    submit: 'Connect',
    choice: 'How do you want to connect?',
    alternative: (labels: string) => `With ${labels}`,
    keys: (provider: string) => `Your keys at ${provider}`,
    documentation: (provider: string) => `Where to find them: documentation of ${provider} (opens a new tab)`,
    asking: (provider: string) => `We are asking ${provider} now. This can take half a minute.`,
    choose: 'Please choose',
    problems: {
      missing: 'Please fill this in.',
      tooLong: 'This is too long. Check that you copied only the value.',
      notWhole: 'Please enter a whole number.',
      signs: 'Use only letters, digits and signs, without spaces or accents.',
      pattern: 'This does not have the right form. Compare it with the original.',
    },
    /** In the list of all problems. */
    problemOf: (label: string, problem: string) => `${label}: ${problem}`,
    refusedField: (message: string) => `This ${message}.`,
    refused: {
      refused: (provider: string) => `${provider} did not accept this`,
      later: 'That did not work yet',
      unclear: 'You are not connected yet',
    },
    linkStillWorks: 'Your link still works.',
    noLink: {
      title: 'Open the link again',
      text: 'This tab has no connect link. Open the one in your message again.',
      ask: 'If it still leads here, ask whoever sent it for a new one.',
    },
    disabled: {
      title: (provider: string) => `${provider} cannot be connected now`,
      text: 'This connection is switched off.',
      ask: 'Ask {organization} to switch it on. Your link works again then.',
    },
    conflict: 'This cannot be connected now',
  },
  outcome: {
    account: 'Account',
    connected: {
      title: (provider: string) => `${provider} is connected`,
      titleUnknown: 'Your account is connected',
      text: '{organization} can use the connection now.',
      replaced: 'The earlier connection was replaced.',
      done: 'There is nothing left to do.',
      close: 'You can close this page.',
      goOn: (host: string) => `Go on to ${host}`,
    },
    declined: {
      title: 'You did not agree',
      text: 'Nothing was changed, and nobody got access. You can connect later: your link still works.',
      ask: 'If you do not want to connect, tell {organization}.',
    },
    failed: {
      title: 'That did not work',
      text: 'Nothing was connected. Maybe it took longer than ten minutes, or something changed meanwhile.',
    },
    retry: {
      title: 'Try again a little later',
      text: 'Nothing was connected. Your link still works.',
    },
    used: {
      title: 'That link was already used or replaced',
      text: 'Each link works once, and a newer one takes its place.',
      ask: 'Ask {organization} for a new link.',
      askSender: 'Ask whoever sent it to you for a new one.',
    },
    expired: {
      title: 'That link has expired',
      text: 'Links work for some days only.',
    },
    ask: 'If it stays like this, ask {organization}.',
    askSender: 'If it stays like this, ask whoever sent you the link.',
    again: 'Connect again',
    openAgain: 'To try again, open the link in your message once more.',
  },
  /** What people grant, by the provider value. `host`: of the page on which they consent. */
  providers: {
    google_dv360: {
      host: 'accounts.google.com',
      possible: [
        'See your partners, advertisers and reports in Display & Video 360.',
        'Create and change campaigns there.',
      ],
      impossible: ['Patchbay never sees your Google password.', 'It gets no access to your mail or files.'],
    },
    the_trade_desk: {
      possible: [
        'Everything that the token or the API login may do, such as seeing advertisers and reports.',
      ],
      impossible: ['Patchbay never sees the password of your own login.'],
    },
    amazon_dsp: {
      host: 'amazon.com',
      possible: [
        'See your advertisers, campaigns and reports in Amazon DSP.',
        'Create and change campaigns there.',
      ],
      impossible: ['Patchbay never sees your Amazon password.', 'It gets no access to your purchases.'],
    },
    yahoo_dsp: {
      possible: ['Everything that the client may do, such as seeing seats, advertisers and reports.'],
      impossible: ['Patchbay never sees your Yahoo password.'],
    },
    adform: {
      possible: ['See your advertisers in Adform FLOW, and use what else Adform assigned to the client.'],
      impossible: ['Patchbay never sees your Adform password.'],
    },
    criteo: {
      possible: ['Everything that your app may do for the advertisers that agreed to it.'],
      impossible: ['Patchbay never sees your Criteo password.'],
    },
    google_ad_manager: {
      host: 'accounts.google.com',
      possible: [
        'See your networks, orders and reports in Google Ad Manager.',
        'Create and change them there.',
      ],
      impossible: ['Patchbay never sees your Google password.', 'It gets no access to your mail or files.'],
    },
    magnite: {
      possible: ['See the reports of your publisher account, and use what else the key may do.'],
      impossible: ['Patchbay never sees your Magnite password.'],
    },
    pubmatic: {
      possible: ['Everything that the API login may do, such as seeing the reports of your account.'],
      impossible: ['Patchbay shows the password and the tokens to nobody.'],
    },
    index_exchange: {
      possible: ['Everything that this login may do, such as seeing the reports of your account.'],
      impossible: ['Patchbay shows the password to nobody.'],
    },
    microsoft_monetize: {
      possible: ['Everything that the API user may do, such as seeing your members and reports.'],
      impossible: ['Patchbay shows the password to nobody.'],
    },
    equativ: {
      possible: ['Everything that the API user may do, such as seeing your sites and reports.'],
      impossible: ['Patchbay never sees the password of your own login.'],
    },
    google_ads: {
      host: 'accounts.google.com',
      possible: [
        'See your accounts, campaigns and reports in Google Ads.',
        'Create and change campaigns there.',
      ],
      impossible: ['Patchbay never sees your Google password.', 'It gets no access to your mail or files.'],
    },
    meta_ads: {
      host: 'www.facebook.com',
      possible: ['See your ad accounts, campaigns and reports.'],
      impossible: [
        'Patchbay never sees your Facebook password.',
        'It cannot change campaigns, spend money or post in your name.',
      ],
    },
    tiktok_ads: {
      host: 'business-api.tiktok.com',
      possible: ['What TikTok lists when it asks you, for the advertisers that you choose there.'],
      impossible: ['Patchbay never sees your TikTok password.', 'It gets no access to other advertisers.'],
    },
    linkedin_ads: {
      host: 'www.linkedin.com',
      possible: ['See your ad accounts, campaigns and reports.'],
      impossible: [
        'Patchbay never sees your LinkedIn password.',
        'It cannot change campaigns, or post and write in your name.',
      ],
    },
    pinterest_ads: {
      host: 'www.pinterest.com',
      possible: ['See your ad accounts, campaigns and reports.', 'See the name of your Pinterest account.'],
      impossible: ['Patchbay never sees your Pinterest password.', 'It cannot change campaigns or pins.'],
    },
    snapchat_ads: {
      host: 'accounts.snapchat.com',
      possible: ['See your organizations, ad accounts and reports.', 'Create and change campaigns there.'],
      impossible: [
        'Patchbay never sees your Snapchat password.',
        'It gets no access to your snaps and chats.',
      ],
    },
    microsoft_ads: {
      host: 'login.microsoftonline.com',
      possible: [
        'See your accounts, campaigns and reports in Microsoft Advertising.',
        'Create and change campaigns there.',
      ],
      impossible: [
        'Patchbay never sees your Microsoft password.',
        'It gets no access to your mail or files.',
      ],
    },
    reddit_ads: {
      host: 'www.reddit.com',
      possible: ['See your ad accounts, campaigns and reports.'],
      impossible: [
        'Patchbay never sees your Reddit password.',
        'It cannot change campaigns, or post and vote in your name.',
      ],
    },
    /** For a provider that has no words of its own yet. */
    other: {
      possible: ['What you are asked for on the next page, or what the keys that you enter may do.'],
      impossible: ['Nobody gets to see what you enter.'],
    },
  },
};

export type Words = typeof en;
