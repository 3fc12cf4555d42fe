import { lifetimes } from '@patchbay/platform/bounds';

/** A time to wait. */
const duration = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Of a consent that allows changes too, because the provider has no permission that only reads. */
const heldToReading = (provider: string): string =>
  `${provider} would allow changes, but Patchbay refuses them.`;
/** Short: the fields have to begin on the first screen of a phone. */
const keysHeldToReading = 'Patchbay refuses every change.';

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
    tooMany: (seconds: number) =>
      `Too many tries in a short time. You can try again in ${duration(seconds)}.`,
    waited: 'You can try again now.',
    unexpected: 'Something went wrong on our side. Try again, and quote the request if it stays.',
  },
  notFound: {
    title: 'There is no such page',
    reason:
      'The address may be incomplete. Open the link from the mail or message again. If it still leads here, ask whoever sent it for a new one.',
    signIn: 'Go to sign-in',
  },
  signIn: {
    title: 'Sign in',
    lead: 'We mail you a link. Opening it signs you in, without a password.',
    email: 'Email',
    emailHelp: 'The address that your organization knows you by.',
    emailFixed: 'The invitation is for this address.',
    emailError: 'Enter a whole email address, such as ada@acme.example.',
    send: 'Send me a link',
    or: 'Or sign in with an account you have:',
    with: { google: 'Sign in with Google', microsoft: 'Sign in with Microsoft' },
    newHere: 'New here?',
    signUp: 'Create an organization',
    signOut: 'Sign out',
    as: (email: string) => `As ${email}, in this browser.`,
    already: {
      title: 'You are signed in',
      goOn: 'Go on',
      other: 'Sign in as somebody else',
    },
    sent: {
      title: 'Check your mail',
      lead: (email: string) => `If ${email} can sign in here, a link is on its way there.`,
      link: `The link works once, within ${lifetimes.signInLinkMinutes} minutes. Open it on the device that you want to sign in on.`,
      help: 'Nothing arrived? Look for it in the spam folder, and check the address for typing errors. An address that was not invited and belongs to no organization gets no mail.',
      wait: (seconds: number) =>
        seconds === 1
          ? 'You can send another link in 1 second.'
          : `You can send another link in ${seconds} seconds.`,
      sendAgain: 'Send another link',
      sentAgain: 'Another link is on its way. It replaces the one before.',
      otherAddress: 'Use another address',
    },
    errors: {
      access_denied:
        'You were not signed in, because the sign-in was canceled at the provider. You can try again.',
      state_mismatch: 'That sign-in took too long or was begun in another browser. Please start again here.',
      email_unverified:
        'The provider does not confirm that this address is yours. Sign in with a mailed link instead.',
      not_invited:
        'This account is not known here. Use the address that you were invited with, ask whoever runs Patchbay in your organization for an invitation, or create an organization.',
      provider_error:
        'The provider could not sign you in just now. Try again, or sign in with a mailed link.',
    },
  },
  verify: {
    title: 'Confirm your sign-in',
    lead: 'This signs you in to Patchbay on this device, in this browser.',
    signIn: 'Sign in',
    notYou: 'You did not ask for this link? Close the page. Nobody is signed in until the button is pressed.',
    replaces: (email: string) =>
      `You are signed in as ${email} now. If the link is for another account, that one takes its place.`,
    newLink: 'Get a new link',
    over: {
      title: 'That link works no more',
      lead: `It was already used, a newer one has replaced it, or it is older than ${lifetimes.signInLinkMinutes} minutes. You can get a new one.`,
    },
    missing: {
      title: 'Open the link again',
      lead: 'This page needs the whole link from the mail. Open it there once more, or get a new one.',
    },
  },
  signUp: {
    title: 'Create your organization',
    lead: 'You become its admin. Colleagues with an address of the same domain join when they sign in.',
    fields: {
      email: 'Work email',
      name: 'Your name',
      organizationName: 'Name of the organization',
      organizationSlug: 'Short name for addresses',
    },
    emailHelp: 'An address of your organization. Its domain becomes that of the organization.',
    slugHelp: (address: string) =>
      `Lower-case letters, digits and dashes. It cannot be changed later. ${address}`,
    errors: {
      email: 'Enter a whole email address, such as ada@acme.example.',
      name: 'Enter your name.',
      organizationName: 'Enter the name of your organization.',
      organizationSlug:
        'Use 1 to 63 lower-case letters, digits and dashes, and begin with a letter or a digit.',
    },
    /** The API's words begin after the name of the field. */
    fieldError: (field: string, message: string) => `${field} ${message}.`,
    slugTaken: 'Another organization has this short name. Choose another one.',
    domainTaken: 'There is an organization for the domain of this address already.',
    joinInstead:
      'Your colleagues are here already. Sign in with this address; if no mail comes, ask one of their admins to invite you.',
    how: 'How do you want to sign in?',
    ways: { 'magic-link': 'With a link by mail', google: 'With Google', microsoft: 'With Microsoft' },
    create: 'Create organization',
    known: 'Is your organization here already?',
    signIn: 'Sign in',
    sent: {
      lead: (email: string, organization: string) =>
        `We sent a link to ${email}. Opening it signs you in and creates ${organization}.`,
      help: 'Nothing arrived? Look for it in the spam folder, and check the address for typing errors.',
    },
  },
  home: {
    title: 'Your organizations',
    invitations: 'Somebody invites you:',
    noOrganization:
      'You are in no organization yet. Ask a colleague who is to invite you at your address, or create an organization.',
    createOrganization: 'Create an organization',
    facts: { role: 'Your role', slug: 'Short name', domain: 'Domain' },
    account: {
      title: 'Your account',
      name: 'Name',
      email: 'Email',
      building: 'Building something?',
      reference: 'Open the API reference',
    },
  },
  invitation: {
    title: 'Invitation',
    invites: (name: string) => `Join ${name}`,
    lead: (inviter: string) => `${inviter} invites you to work together in Patchbay.`,
    inOrganization: (workspace: string, organization: string) => `${workspace} at ${organization}`,
    facts: {
      inviter: 'Invited by',
      organization: 'Organization',
      workspace: 'Workspace',
      role: 'Your role',
      until: 'Open until',
    },
    /** In an organization. */
    roles: {
      admin: { name: 'Admin', may: 'You see and change everything, people and keys too.' },
      member: { name: 'Member', may: 'You see every workspace and set up integrations.' },
      viewer: { name: 'Viewer', may: 'You see every workspace and change nothing.' },
      guest: { name: 'Guest', may: 'You see the workspaces that you were added to.' },
    },
    workspaceRoles: {
      admin: { name: 'Admin', may: 'You see and change everything in this workspace, people and keys too.' },
      member: { name: 'Member', may: 'You see this workspace and set up its integrations.' },
      viewer: { name: 'Viewer', may: 'You see this workspace and change nothing.' },
    },
    signInLead: 'Sign in with the address that you were invited at.',
    signInFirst: (email: string) => `To answer, sign in as ${email}. Then you can join or decline.`,
    otherPerson: (email: string, current: string) =>
      `The invitation is for ${email}. You are signed in as ${current}.`,
    signInAs: (email: string) => `Sign in as ${email}`,
    accept: 'Accept',
    decline: 'Decline',
    home: 'Go to the home page',
    answered: {
      accepted: {
        title: (name: string) => `You have joined ${name}`,
        lead: 'It stands among your organizations now.',
      },
      declined: {
        title: (name: string) => `You have declined to join ${name}`,
        lead: 'Nothing was changed. If you think otherwise later, ask for a new invitation.',
      },
    },
    own: {
      title: 'Your invitations',
      some: (email: string) => `Sent to ${email}.`,
      none: {
        title: 'No invitation waits for you',
        lead: (email: string) =>
          `You are signed in as ${email}, and every invitation to this address is answered or has ended.`,
        next: 'Were you invited at another address? Sign in with that one. Else ask whoever invited you for a new invitation.',
      },
    },
    unknown: {
      title: 'That invitation is not known',
      lead: 'The link may be cut off. Open it from the mail again, or ask whoever invited you for a new one.',
      signIn: 'Go to sign-in',
    },
    over: {
      accepted: {
        title: 'You have joined already',
        lead: (name: string) => `The invitation into ${name} was accepted.`,
      },
      declined: {
        title: 'That invitation was declined',
        lead: (name: string, inviter: string) =>
          `To join ${name} after all, ask ${inviter} for a new invitation.`,
      },
      canceled: {
        title: 'That invitation was taken back',
        lead: (name: string, inviter: string) => `If you still want to join ${name}, ask ${inviter}.`,
      },
      expired: {
        title: 'That invitation has expired',
        lead: (name: string, inviter: string) => `To join ${name}, ask ${inviter} to send it again.`,
      },
      gone: {
        title: 'That invitation waits no more',
        lead: (name: string, inviter: string) =>
          `It was answered or taken back meanwhile. If you still want to join ${name}, ask ${inviter}.`,
      },
    },
  },
  device: {
    title: 'Let a device in',
    lead: 'A program on another device asks to work with your account. Enter the code that it shows.',
    signInLead: 'A device asks to work with your account. Sign in first, then enter the code that it shows.',
    ended:
      'You were signed out, because too many codes were not right or your session has ended. Sign in to go on.',
    code: 'Code',
    codeHelp: 'Eight letters, such as WDJB-MJHT. Upper and lower case and the dash do not matter.',
    codeError: 'Enter all eight letters of the code.',
    unknown: (code: string) =>
      `No device waits with the code ${code}. Compare it with what the device shows, or start again on the device: a code works for ${lifetimes.deviceCodeMinutes} minutes.`,
    next: 'Go on',
    onlyYours:
      'Enter a code only if you see it on a device of your own. Never enter one that somebody sent you.',
    facts: {
      program: 'Says it is',
      userAgent: 'In its own words',
      address: 'Asks from',
      asked: 'Asked',
      until: 'Waits until',
      notKnown: 'not known',
      programOn: ({ name, system }: { readonly name: string; readonly system?: string }) =>
        system === undefined ? name : `${name} on ${system}`,
    },
    confirm: {
      title: 'Is this your device?',
      lead: (code: string) => `Yours must show this very code: ${code}.`,
      means: (email: string) => `If you let it in, it can do everything that you can do, as ${email}.`,
      warning: 'Did you not start this yourself, just now? Then do not let it in, whoever asks you to.',
      approve: 'Let it in',
      deny: 'Do not let it in',
    },
    decided: {
      approve: {
        title: 'The device is in',
        lead: 'You can close this page. The device goes on by itself.',
      },
      deny: {
        title: 'The device stays out',
        lead: 'It was told so. You can close this page.',
      },
      another: 'Enter another code',
    },
  },
  connect: {
    title: 'Connect an account',
    titleFor: (provider: string) => `Connect ${provider}`,
    /** `{organization}` is replaced by the name. */
    asks: {
      read: (provider: string) => `{organization} asks to see your account at ${provider}.`,
      manage: (provider: string) => `{organization} asks to see and manage your account at ${provider}.`,
    },
    askedBy: 'Asked by',
    workspace: 'Workspace',
    integration: 'Connection',
    worksUntil: (date: string) => `This link works until ${date}.`,
    /** What is possible follows, as a list. */
    nextConsent: (host: string) =>
      `You will be sent to ${host}, agree there, and come back here. Then {organization} can:`,
    nextConsentElsewhere: (host: string, returnHost: string) =>
      `You will be sent to ${host}, agree there, and go on to ${returnHost}. Then {organization} can:`,
    nextForm: 'Enter your keys below. We try them at once. If they work, {organization} can:',
    possible: 'What will be possible',
    impossible: 'What stays safe',
    recorded: 'Patchbay records each use.',
    stored: 'What you enter is stored encrypted and is never shown again.',
    withdraw: (provider: string) => `You can end the access at ${provider} at any time.`,
    ask: 'Not sure? Ask {organization} first.',
    active: 'This is connected already. Connecting again replaces the connection.',
    error: 'This does not work at the moment. Connect again to mend it.',
    consent: (provider: string) => `Go on to ${provider}`,
    submit: 'Connect',
    choice: 'How do you want to connect?',
    alternative: (labels: string) => `With ${labels}`,
    keys: (provider: string) => `Your keys at ${provider}`,
    documentation: 'Where to find your keys (opens a new tab)',
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
    choose: {
      title: 'Choose an account',
      lead: (provider: string) => `${provider} is connected. Which account should {organization} use?`,
      search: 'Search by name or ID',
      shown: (shown: number, found: number) =>
        shown < found
          ? `${shown} of ${found} accounts are shown. Search for the others.`
          : `${found} ${found === 1 ? 'account' : 'accounts'}`,
      none: 'No account has this name or ID.',
      missing: 'Choose an account.',
      submit: 'Use this account',
      later: 'Choose later',
      open: `You have ${lifetimes.accountChoiceMinutes} minutes to choose. After that, {organization} can choose the account.`,
      failed: 'Your accounts could not be loaded',
      connected: (provider: string) =>
        `${provider} is connected. {organization} can choose the account later.`,
    },
    /** Why no account was chosen. */
    unchosen: {
      later: '{organization} can choose the account later.',
      ended: 'The account can no longer be chosen here. {organization} can choose or change it.',
    },
    declined: {
      title: 'You did not agree',
      text: 'Nothing was changed, and nobody got access. You can connect later: your link still works.',
      ask: 'If you do not want to connect, tell {organization}.',
      askSender: 'If you do not want to connect, tell whoever sent you the link.',
    },
    failed: {
      title: 'That did not work',
      text: `Nothing was connected. Maybe it took longer than ${lifetimes.consentMinutes} minutes, or something changed meanwhile.`,
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
  /**
   * What people grant, by the provider value. `host`: of the page on which they consent. `manage`: possible besides `read`.
   * `onlyReads`: what an integration with the access `read` cannot do.
   */
  providers: {
    google_dv360: {
      host: 'accounts.google.com',
      read: ['See your partners, advertisers, campaigns and reports in Display & Video 360.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Google password.', 'It gets no access to your mail or files.'],
      onlyReads: heldToReading('Google'),
    },
    the_trade_desk: {
      read: ['See the advertisers, campaigns and reports that the token or the API login may see.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees the password of your own login.'],
      onlyReads: keysHeldToReading,
    },
    amazon_dsp: {
      host: 'amazon.com',
      read: ['See your advertisers, campaigns and reports in Amazon DSP.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Amazon password.', 'It gets no access to your purchases.'],
      onlyReads: heldToReading('Amazon'),
    },
    yahoo_dsp: {
      read: ['See the advertisers, campaigns and reports that the client may see.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Yahoo password.'],
      onlyReads: keysHeldToReading,
    },
    adform: {
      read: ['See the advertisers, campaigns and reports that the client may see.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your password.'],
      onlyReads: keysHeldToReading,
    },
    criteo: {
      read: ['See campaigns, audiences and reports of the advertisers that agreed to your app.'],
      manage: ['Create and change campaigns and audiences, if your app is allowed to.'],
      impossible: ['Patchbay never sees your Criteo password.'],
      onlyReads: keysHeldToReading,
    },
    google_ad_manager: {
      host: 'accounts.google.com',
      read: ['See your networks, orders, ad units and reports in Google Ad Manager.'],
      manage: ['Create and change orders and ad units.'],
      impossible: ['Patchbay never sees your Google password.', 'It gets no access to your mail or files.'],
      onlyReads: 'It cannot change orders or ad units.',
    },
    magnite: {
      read: ['See the reports of your publisher account.'],
      impossible: ['Patchbay never sees your Magnite password.'],
      onlyReads: keysHeldToReading,
    },
    pubmatic: {
      read: ['See the reports, inventory and deals that the API login may see.'],
      manage: ['Create and change inventory and deals.'],
      impossible: ['Patchbay shows the password and the tokens to nobody.'],
      onlyReads: keysHeldToReading,
    },
    index_exchange: {
      read: ['See the reports that this login may see.'],
      manage: ['Change reports, schedule them and have them delivered.'],
      impossible: ['Patchbay shows the password to nobody.'],
      onlyReads: keysHeldToReading,
    },
    microsoft_monetize: {
      read: ['See the publishers, placements, deals and reports that the API user may see.'],
      manage: ['Create and change publishers, placements and deals.'],
      impossible: ['Patchbay shows the password to nobody.'],
      onlyReads: keysHeldToReading,
    },
    equativ: {
      read: ['See the sites, deals and reports that the API user may see.'],
      manage: ['Create and change deals, and schedule reports.'],
      impossible: ['Patchbay never sees the password of your own login.'],
      onlyReads: keysHeldToReading,
    },
    google_ads: {
      host: 'accounts.google.com',
      read: ['See your accounts, campaigns and reports in Google Ads.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Google password.', 'It gets no access to your mail or files.'],
      onlyReads: heldToReading('Google'),
    },
    meta_ads: {
      host: 'www.facebook.com',
      read: ['See your ad accounts, campaigns, audiences and reports.'],
      manage: ['Create and change campaigns and audiences.'],
      impossible: ['Patchbay never sees your Facebook password.', 'It gets no access to your messages.'],
      onlyReads: 'It cannot change campaigns, spend money or post in your name.',
    },
    tiktok_ads: {
      host: 'business-api.tiktok.com',
      read: ['See campaigns, audiences and reports of the advertisers that you choose at TikTok.'],
      manage: ['Create and change campaigns and audiences.'],
      impossible: ['Patchbay never sees your TikTok password.', 'It gets no access to other advertisers.'],
      onlyReads: heldToReading('TikTok'),
    },
    linkedin_ads: {
      host: 'www.linkedin.com',
      read: ['See your ad accounts, campaigns and reports.'],
      manage: ['Create and change campaigns.'],
      impossible: [
        'Patchbay never sees your LinkedIn password.',
        'It cannot post or write messages in your name.',
      ],
      onlyReads: 'It cannot change campaigns or spend money.',
    },
    pinterest_ads: {
      host: 'www.pinterest.com',
      read: ['See your ad accounts, campaigns and reports.', 'See the name of your Pinterest account.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Pinterest password.', 'It cannot change your pins.'],
      onlyReads: 'It cannot change campaigns or spend money.',
    },
    snapchat_ads: {
      host: 'accounts.snapchat.com',
      read: ['See your organizations, ad accounts, campaigns and reports.'],
      manage: ['Create and change campaigns and audiences.'],
      impossible: [
        'Patchbay never sees your Snapchat password.',
        'It gets no access to your snaps and chats.',
      ],
      onlyReads: heldToReading('Snapchat'),
    },
    microsoft_ads: {
      host: 'login.microsoftonline.com',
      read: ['See your accounts, campaigns, reports and invoices in Microsoft Advertising.'],
      manage: ['Create and change campaigns.'],
      impossible: [
        'Patchbay never sees your Microsoft password.',
        'It gets no access to your mail or files.',
      ],
      onlyReads: heldToReading('Microsoft'),
    },
    reddit_ads: {
      host: 'www.reddit.com',
      read: ['See your ad accounts, campaigns and reports.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Reddit password.', 'It cannot post or vote in your name.'],
      onlyReads: 'It cannot change campaigns or spend money.',
    },
    /** For a provider that has no words of its own yet. */
    other: {
      read: ['See what you agree to on the next page, or what the keys that you enter may see.'],
      manage: ['Change what you agree to there, or what the keys may change.'],
      impossible: ['Nobody gets to see what you enter.'],
      onlyReads: keysHeldToReading,
    },
  },
};

export type Words = typeof en;
