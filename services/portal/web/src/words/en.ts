import { lifetimes } from '@patchbay/platform/lifetimes';

/** A time to wait. */
const duration = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Of a consent that allows changes too, because the provider has no permission that only reads. */
const heldToReading = (provider: string): string =>
  `${provider} allows changes with this permission, but Patchbay blocks them.`;
const keysHeldToReading = 'Patchbay blocks every change.';

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
    failedTitle: "We couldn't load this page",
    optional: 'optional',
    errorSummary: 'Please check these fields',
    /** The API's words begin after the name of the field. */
    fieldError: (field: string, message: string) => `${field} ${message}.`,
    charactersLeft: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
    tooLong: (count: number, most: number) =>
      `${count} ${count === 1 ? 'character' : 'characters'} too many. The maximum is ${most}.`,
    offline: "We can't reach Patchbay. Check your internet connection and try again.",
    unavailable: 'Patchbay is very busy right now. Give it a moment, then try again.',
    tooMany: (seconds: number) =>
      `Too many tries in a short time. You can try again in ${duration(seconds)}.`,
    waited: 'You can try again now.',
    notConfirmed: "Nothing has changed yet. We need to check that it's you first.",
    passkeyRequired: 'This organization lets you in only with a passkey.',
    unexpected:
      'This one is on us, not you. Please try again. If it keeps happening, quote the request when you ask for help.',
  },
  notFound: {
    title: "We can't find that page",
    reason:
      'The address may be incomplete. Open the link in the email or message again. If you still end up here, ask whoever sent it for a new one.',
    signIn: 'Go to sign-in',
  },
  signIn: {
    title: 'Sign in',
    lead: "We'll email you a link that signs you in. No password needed.",
    email: 'Email',
    emailHelp: 'The address your organization knows you by.',
    emailFixed: 'You were invited at this address.',
    emailError: 'Enter a full email address, such as ada@acme.example.',
    send: 'Email me a link',
    or: 'Or use an account you already have:',
    with: { google: 'Sign in with Google', microsoft: 'Sign in with Microsoft' },
    newHere: 'New here?',
    signUp: 'Create an organization',
    signOut: 'Sign out',
    as: (email: string) => `As ${email}, in this browser.`,
    already: {
      title: "You're signed in",
      goOn: 'Continue',
      other: 'Use another account',
    },
    left: {
      signedOut: {
        title: "You're signed out",
        lead: 'Nobody is signed in to Patchbay in this browser anymore.',
        next: 'Sign in again',
      },
      deleted: {
        title: 'Your account is deleted',
        lead: "You've left every organization, and you're signed out everywhere. You can sign up again with the same address, as somebody new.",
        next: 'Go to sign-in',
      },
    },
    sent: {
      title: 'Check your email',
      lead: (email: string) => `If ${email} can sign in here, we've just sent a link there.`,
      link: `The link works once, within ${lifetimes.signInLinkMinutes} minutes. Open it on the device you want to use.`,
      help: 'Nothing there? Check your spam folder and the spelling of the address. We only email people who were invited or belong to an organization.',
      wait: (seconds: number) => `You can send another link in ${duration(seconds)}.`,
      sendAgain: 'Send another link',
      sentAgain: 'Another link is on its way. Use that one: the one before no longer works.',
      otherAddress: 'Use a different address',
    },
    errors: {
      access_denied: 'You canceled the sign-in, and nothing has changed. Pick up here whenever you like.',
      state_mismatch: 'That sign-in took too long or began in another browser. Please start again here.',
      email_unverified:
        "That account can't confirm that its address is yours. Sign in with an emailed link instead.",
      not_invited:
        "We don't know that account yet. Use the address you were invited at, ask a colleague to invite you, or create an organization.",
      account_suspended: 'This account is suspended. Ask whoever runs this installation of Patchbay.',
      provider_error: "We couldn't sign you in that way just now. Try again, or use an emailed link.",
    },
  },
  /** Signing in with a passkey, on every page that does. */
  passkey: {
    use: 'Sign in with a passkey',
    notTaken: "We couldn't use that passkey. Try again, or use an emailed link.",
    stopped: {
      refused: 'No passkey was used: you canceled, it took too long, or this device has none.',
      exists: 'This device already has a passkey for your account.',
      unable: "This device can't use a passkey here. Use an emailed link instead.",
    },
  },
  /** Proving again who one is, before something that matters. */
  confirmation: {
    title: "Confirm it's you",
    /** `action`: such as "create an API key". */
    what: (action: string) => `You're about to ${action}.`,
    lead: `This can let people in, or can't be undone. So we check that it's you, once in ${lifetimes.freshMinutes} minutes.`,
    passkey: 'Use your passkey',
    passkeyFailed: "That passkey isn't one of yours here. Use another one, or an emailed link.",
    furtherPasskey: {
      lead: 'You have a passkey already. Use it to create another one, so that nobody who only reads your email can.',
      failed: "That passkey isn't one of yours here. Use another one.",
      lost: 'Lost all your passkeys? Ask whoever runs this installation of Patchbay to delete them. Then you can create a new one.',
    },
    mailed: (email: string) =>
      `We've sent a link to ${email}. Open it in this browser. Then this page goes on by itself.`,
    cancel: 'Cancel',
    done: {
      title: "You've confirmed it's you",
      lead: 'Go back to the page where you were: it goes on by itself. You can close this one.',
      goOn: 'Go to Patchbay',
    },
  },
  verify: {
    title: 'Sign in to Patchbay',
    lead: (email: string) => `You'll be signed in as ${email} in this browser.`,
    signIn: 'Sign in',
    notYou: "Didn't ask for this link? Just close this page. Nothing happens until you press the button.",
    /** The link of a confirmation. */
    confirms: {
      title: "Confirm it's you",
      lead: (action: string, email: string) => `You're about to ${action}, as ${email}.`,
      signIn: 'Confirm',
    },
    /** The link of a sign-up. */
    creates: {
      title: (organization: string) => `Create ${organization}`,
      lead: (email: string) =>
        `You'll be the admin of this organization, signed in as ${email} in this browser.`,
      signIn: 'Create and sign in',
    },
    switches: {
      now: 'Signed in now',
      next: 'This link is for',
      warning: "Continue only if both accounts are yours. You'll be signed out of the first.",
      signIn: (email: string) => `Sign in as ${email}`,
      stay: (email: string) => `Stay with ${email}`,
    },
    newLink: 'Get a new link',
    over: {
      title: 'This link no longer works',
      lead: `It was already used, a newer one replaced it, or it's older than ${lifetimes.signInLinkMinutes} minutes. You can get a new one.`,
    },
    missing: {
      title: 'Open the link again',
      lead: 'Part of the link is missing. Open it from the email once more, or get a new one.',
    },
  },
  signUp: {
    title: 'Create your organization',
    lead: "You'll be its admin. Colleagues with the same email domain join when they sign in.",
    fields: {
      email: 'Work email',
      name: 'Your name',
      organizationName: 'Organization name',
      organizationSlug: 'Short name',
    },
    emailHelp: 'Its domain becomes the domain of your organization.',
    slugHelp: (address: string) =>
      `Lowercase letters, digits and hyphens. You can't change it later. ${address}`,
    errors: {
      email: 'Enter a full email address, such as ada@acme.example.',
      name: 'Enter your name.',
      organizationName: 'Enter the name of your organization.',
      organizationSlug: 'Use 1 to 63 lowercase letters, digits and hyphens. Start with a letter or a digit.',
    },
    slugTaken: 'Another organization has this short name. Choose a different one.',
    domainTaken: "There's already an organization for this email domain.",
    joinInstead:
      'Your colleagues are already here. Sign in with this address. If no email arrives, ask one of their admins to invite you.',
    how: 'How do you want to sign in?',
    ways: { 'magic-link': 'With a link by email', google: 'With Google', microsoft: 'With Microsoft' },
    create: 'Create organization',
    known: 'Is your organization already here?',
    signIn: 'Sign in',
    sent: {
      lead: (email: string, organization: string) =>
        `We've sent a link to ${email}. Open it to create ${organization} and sign in.`,
      help: 'Nothing there? Check your spam folder and the spelling of the address.',
    },
  },
  unwatch: {
    title: 'End these emails?',
    lead: "You'll no longer get emails when integrations of the workspaces in that email break, or when an authorization ends soon.",
    again: 'You can watch a workspace again at any time.',
    end: 'End these emails',
    ended: {
      title: 'No more of these emails',
      lead: (workspaces: readonly string[], organization: string) =>
        workspaces.length === 0
          ? `You don't watch any of these workspaces of ${organization}.`
          : `You no longer watch ${new Intl.ListFormat('en').format(workspaces)} at ${organization}.`,
    },
    over: {
      title: 'That link no longer works',
      lead: `Links in these emails work for ${lifetimes.endWatchingDays} days, and for as long as you belong to the organization. Use the link in the newest one.`,
    },
    missing: {
      title: 'Open the link again',
      lead: 'This page needs the link in the email about integrations.',
    },
    home: 'Go to your organizations',
  },
  invitation: {
    title: 'Invitation',
    invites: (name: string) => `Join ${name}`,
    lead: (inviter: string) => `${inviter} has invited you to work together in Patchbay.`,
    inOrganization: (workspace: string, organization: string) => `${workspace} at ${organization}`,
    facts: {
      inviter: 'Invited by',
      organization: 'Organization',
      workspace: 'Workspace',
      role: 'Your role',
      until: 'Open until',
    },
    /** The subject of a mail to the inviter. */
    mailSubject: (name: string) => `Your invitation to ${name}`,
    mailTo: (inviter: string) => `Email ${inviter}`,
    /** In an organization. */
    roles: {
      admin: { name: 'Admin', may: 'You can see and change everything, including people and keys.' },
      member: { name: 'Member', may: 'You can see every workspace and set up integrations.' },
      viewer: { name: 'Viewer', may: 'You can see every workspace, but not change anything.' },
      guest: { name: 'Guest', may: "You can see the workspaces you've been added to." },
    },
    workspaceRoles: {
      admin: {
        name: 'Admin',
        may: 'You can see and change everything in this workspace, including people and keys.',
      },
      member: { name: 'Member', may: 'You can see this workspace and set up its integrations.' },
      viewer: { name: 'Viewer', may: 'You can see this workspace, but not change anything.' },
    },
    signInLead: 'Sign in with the address you were invited at.',
    signInFirst: (email: string) => `Sign in as ${email} to join or decline.`,
    otherPerson: (email: string, current: string) =>
      `This invitation is for ${email}, but you're signed in as ${current}.`,
    signInAs: (email: string) => `Sign in as ${email}`,
    accept: 'Accept',
    decline: 'Decline',
    home: 'Go to your organizations',
    answered: {
      accepted: {
        title: (name: string) => `You've joined ${name}`,
        lead: "You're all set.",
        goOn: (name: string) => `Go to ${name}`,
      },
      declined: {
        title: (name: string) => `You declined to join ${name}`,
        lead: 'Nothing has changed. If you change your mind, ask for a new invitation.',
      },
    },
    own: {
      title: 'Your invitations',
      some: (email: string) => `Sent to ${email}.`,
      none: {
        title: 'No invitations are waiting',
        lead: (email: string) => `You're signed in as ${email}, and this address has no open invitation.`,
        next: 'Invited at another address? Sign in with that one. If not, ask whoever invited you for a new invitation.',
      },
    },
    unknown: {
      title: "We don't recognize this invitation",
      lead: 'The link may be cut off. Open it from the email again, or ask whoever invited you for a new one.',
      signIn: 'Go to sign-in',
    },
    over: {
      accepted: {
        title: "You've already joined",
        lead: (name: string) => `The invitation to ${name} was accepted.`,
      },
      declined: {
        title: 'This invitation was declined',
        lead: (name: string, inviter: string) =>
          `To join ${name} after all, ask ${inviter} for a new invitation.`,
      },
      canceled: {
        title: 'This invitation was withdrawn',
        lead: (name: string, inviter: string) => `If you still want to join ${name}, ask ${inviter}.`,
      },
      expired: {
        title: 'This invitation has expired',
        lead: (name: string, inviter: string) => `To join ${name}, ask ${inviter} to send it again.`,
      },
      gone: {
        title: 'This invitation is no longer open',
        lead: (name: string, inviter: string) =>
          `It was answered or withdrawn in the meantime. If you still want to join ${name}, ask ${inviter}.`,
      },
    },
  },
  device: {
    title: 'Allow a device',
    lead: 'A program on another device wants to use your account. Enter the code it shows.',
    signInLead: 'A device wants to use your account. Sign in first, then enter the code it shows.',
    ended:
      "You've been signed out, because too many codes were wrong or your session ended. Sign in to continue.",
    code: 'Code',
    codeHelp: "Eight letters, such as WDJB-MJHT. Capitals and the hyphen don't matter.",
    codeError: 'Enter all eight letters of the code.',
    unknown: (code: string) =>
      `No device is waiting with the code ${code}. Compare it with what the device shows, or start again there: a code works for ${lifetimes.deviceCodeMinutes} minutes.`,
    next: 'Continue',
    onlyYours: 'Only enter a code that you see on your own device. Never enter one that somebody sent you.',
    facts: {
      program: 'Says it is',
      userAgent: 'In its own words',
      address: 'Asks from',
      asked: 'Asked',
      until: 'Waits until',
      notKnown: 'unknown',
      programOn: ({ name, system }: { readonly name: string; readonly system?: string }) =>
        system === undefined ? name : `${name} on ${system}`,
    },
    confirm: {
      title: 'Is this your device?',
      lead: 'Your device must show exactly this code:',
      means: (email: string) => `If you allow it, it can do everything you can, as ${email}.`,
      warning: "Didn't start this yourself just now? Deny it, no matter who asked you to allow it.",
      first: 'What the device is about to do needs a fresh proof. After it the device is allowed at once.',
      approve: 'Allow',
      deny: 'Deny',
    },
    decided: {
      approve: {
        title: 'Your device is signed in',
        lead: 'You can close this page. Your device carries on by itself.',
      },
      deny: {
        title: 'You denied the device',
        lead: "It can't use your account. You can close this page.",
      },
      another: 'Enter another code',
    },
  },
  connect: {
    title: 'Connect an account',
    titleFor: (provider: string) => `Connect ${provider}`,
    /** `{organization}` is replaced by its name, `{asker}` by name and domain, `{contact}` by whom to ask: a person, or the organization. */
    asks: {
      read: (provider: string) => `{asker} is asking to see your account at ${provider}.`,
      manage: (provider: string) => `{asker} is asking to see and manage your account at ${provider}.`,
    },
    askedBy: 'Requested by',
    for: 'For',
    workspace: 'Workspace',
    integration: 'Connection',
    noDomain: "{organization} hasn't confirmed a web domain.",
    worksUntil: (date: string) => `This link works until ${date}.`,
    /** What is possible follows, as a list. */
    nextConsent: (host: string) =>
      `You'll agree at ${host} and then come back here. After that, {organization} can:`,
    nextConsentElsewhere: (host: string, returnHost: string) =>
      `You'll agree at ${host} and then continue to ${returnHost}. After that, {organization} can:`,
    nextForm: "We'll check them right away.",
    nextFormElsewhere: (returnHost: string) => `We'll check them right away, then take you to ${returnHost}.`,
    possible: 'What this allows',
    impossible: 'What stays safe',
    recorded: 'Patchbay records every change made through it, and counts how often it is read.',
    stored: 'What you enter is encrypted and never shown again.',
    withdraw: (provider: string) => `You can end this access at ${provider} at any time.`,
    ask: 'Not sure? Ask {contact} first.',
    /** Of a mail to whoever asks. */
    mailSubject: (provider: string, integration: string) => `Connecting ${provider}: ${integration}`,
    active: 'This is already connected. Connecting again replaces the current connection.',
    error: 'This connection has stopped working. Connect again to fix it.',
    consent: (login: string) => `Continue to ${login}`,
    submit: 'Connect',
    notNow: 'Not now',
    choice: 'How would you like to connect?',
    alternative: (labels: string) => `With ${labels}`,
    /** Of a field, inside a sentence: acronyms keep their capitals. */
    labelInside: (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
    keys: 'Your access details',
    documentation: 'Where to find them',
    newTab: '(opens in a new tab)',
    asking: (provider: string) => `Checking with ${provider}. This can take up to half a minute.`,
    choose: 'Choose one',
    problems: {
      missing: 'Please fill this in.',
      tooLong: 'This is too long. Check that you copied only the value and nothing else.',
      notWhole: 'Enter a whole number.',
      signs: 'Use only letters, digits and symbols, without spaces or accents.',
      pattern: "This doesn't have the right format. Check that you copied all of it.",
    },
    /** In the list of all problems. */
    problemOf: (label: string, problem: string) => `${label}: ${problem}`,
    refusedField: (message: string) => `This ${message}.`,
    refused: {
      refused: (provider: string) => `${provider} didn't accept this`,
      later: "That didn't work yet",
      unclear: "You're not connected yet",
    },
    linkStillWorks: 'Your link still works.',
    noLink: {
      title: 'Open your link again',
      text: "This tab doesn't have a connect link. Open the one in your message again.",
      ask: 'If you end up here again, ask whoever sent it for a new one.',
    },
    disabled: {
      title: (provider: string) => `${provider} can't be connected right now`,
      text: 'This connection is turned off.',
      ask: 'Ask {contact} to turn it on. Your link will work again then.',
    },
    conflict: "This can't be connected right now",
  },
  outcome: {
    account: 'Account',
    accounts: 'Accounts',
    connected: {
      title: (provider: string) => `${provider} is connected`,
      text: '{organization} can use the connection now.',
      replaced: 'It replaces the earlier connection.',
      close: "You're all set and can close this tab.",
      goOn: (host: string) => `Continue to ${host}`,
    },
    choose: {
      title: 'Choose accounts',
      lead: 'Which accounts may {organization} use?',
      legend: 'What you share',
      some: 'Only the accounts I choose',
      all: 'All accounts, now and later',
      allHelp: (provider: string) =>
        `Every account that you can reach at ${provider}, and those that you get later.`,
      every: 'All accounts, now and later',
      /** What was chosen. */
      names: (names: readonly string[]) =>
        names.length <= 3
          ? new Intl.ListFormat('en').format(names)
          : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`,
      chosen: (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'} chosen`,
      search: 'Search by name or ID',
      shown: (shown: number, found: number) =>
        shown < found
          ? `Showing ${shown} of ${found} accounts. Search to find the others.`
          : `${found} ${found === 1 ? 'account' : 'accounts'}`,
      none: 'No account has this name or ID.',
      first: 'You have more accounts than this list can hold. These are the first 1,000.',
      missing: 'Choose at least one account.',
      tooMany: (most: number) => `Choose at most ${most} accounts, or all of them.`,
      submit: 'Continue',
      later: "Don't choose now",
      open: `You have ${lifetimes.accountChoiceMinutes} minutes to choose. If you don't, {organization} can use the accounts that you chose for an earlier connection, or else all of them. With a new link you can choose again.`,
      failed: "We couldn't load your accounts",
      connected: (provider: string) =>
        `${provider} is connected. If you don't choose, {organization} can use the accounts that you chose for an earlier connection, or else all of them.`,
    },
    /** Why no accounts were chosen. */
    unchosen: {
      later:
        "You didn't choose accounts. {organization} can use those that you chose for an earlier connection, or else all of them. Ask for a new link to choose.",
      ended:
        "You can't choose accounts here anymore. {organization} can use those that were chosen before, or else all of them. Ask for a new link to choose others.",
    },
    declined: {
      title: 'Nothing was connected',
      text: 'Nothing has changed. Your link still works if you change your mind.',
      /** After "Not now". */
      later: (date: string) =>
        `Nothing has changed. Your link works until ${date}, so you can come back any time before then, or just close this tab.`,
      again: 'Back to the request',
      ask: "If you don't want to connect, let {contact} know.",
    },
    failed: {
      title: "That didn't work",
      text: `Nothing was connected. It may have taken longer than ${lifetimes.consentMinutes} minutes, or something changed in the meantime.`,
      again: 'Try again',
    },
    retry: {
      title: 'Try again in a little while',
      text: 'Nothing was connected. Your link still works.',
      again: 'Try again',
    },
    used: {
      title: 'This link no longer works',
      text: 'It was used, turned off, or replaced by a newer one. Each link works once.',
      ask: 'Ask {contact} for a new link.',
      askSender: 'Ask whoever sent it to you for a new one.',
    },
    /** Opened again in the browser in which it was used. */
    before: {
      title: (provider: string) => `You've connected ${provider}`,
      text: (date: string) => `You used this link on ${date}. It works once, and there's nothing left to do.`,
      ask: 'To connect again, ask {contact} for a new link.',
    },
    expired: {
      title: 'This link has expired',
      text: 'Links only work for a few days.',
    },
    /** In a tab that was not part of a flow, or cannot remember it. */
    unknown: {
      title: "There's nothing to show here",
      text: "This tab can't tell whether anything was connected. If you've just agreed to it, whoever sent you the link can see whether it worked.",
    },
    ask: 'If this keeps happening, ask {contact}.',
    askSender: 'If this keeps happening, ask whoever sent you the link.',
    openAgain: 'To try again, open the link in your message.',
  },
  /**
   * What people grant, by the provider value. `login` and `host`: whose page they consent on. `manage`: possible besides `read`.
   * `onlyReads`: what an integration with the access `read` cannot do.
   */
  providers: {
    google_dv360: {
      login: 'Google',
      host: 'accounts.google.com',
      read: ['See your partners, advertisers, campaigns and reports in Display & Video 360.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Google password.', "It can't see your email or files."],
      onlyReads: heldToReading('Google'),
    },
    the_trade_desk: {
      read: ['See the advertisers, campaigns and reports that your token or API login can see.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your personal password.'],
      onlyReads: keysHeldToReading,
    },
    amazon_dsp: {
      login: 'Amazon',
      host: 'amazon.com',
      read: ['See your advertisers, campaigns and reports in Amazon DSP.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Amazon password.', "It can't see what you buy."],
      onlyReads: heldToReading('Amazon'),
    },
    yahoo_dsp: {
      read: ['See the advertisers, campaigns and reports that your API client can see.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Yahoo password.'],
      onlyReads: keysHeldToReading,
    },
    adform: {
      read: ['See the advertisers, campaigns and reports that your API client can see.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Adform password.'],
      onlyReads: keysHeldToReading,
    },
    criteo: {
      read: ['See the campaigns, audiences and reports of advertisers that approved your app.'],
      manage: ['Create and change campaigns and audiences, if your app is allowed to.'],
      impossible: ['Patchbay never sees your Criteo password.'],
      onlyReads: keysHeldToReading,
    },
    google_ad_manager: {
      login: 'Google',
      host: 'accounts.google.com',
      read: ['See your networks, orders, ad units and reports in Google Ad Manager.'],
      manage: ['Create and change orders and ad units.'],
      impossible: ['Patchbay never sees your Google password.', "It can't see your email or files."],
      onlyReads: "It can't change orders or ad units.",
    },
    magnite: {
      read: ["See your publisher account's reports."],
      impossible: ['Patchbay never sees your Magnite password.'],
      onlyReads: keysHeldToReading,
    },
    pubmatic: {
      read: ['See the reports, inventory and deals that this login can see.'],
      manage: ['Create and change inventory and deals.'],
      impossible: ['Patchbay never shows your password or tokens to anyone.'],
      onlyReads: keysHeldToReading,
    },
    index_exchange: {
      read: ['See the reports that this login can see.'],
      manage: ['Change and schedule reports, and have them delivered.'],
      impossible: ['Patchbay never shows your password to anyone.'],
      onlyReads: keysHeldToReading,
    },
    microsoft_monetize: {
      read: ['See the publishers, placements, deals and reports that this API user can see.'],
      manage: ['Create and change publishers, placements and deals.'],
      impossible: ['Patchbay never shows your password to anyone.'],
      onlyReads: keysHeldToReading,
    },
    equativ: {
      read: ['See the sites, deals and reports that your API user can see.'],
      manage: ['Create and change deals, and schedule reports.'],
      impossible: ['Patchbay never sees your personal password.'],
      onlyReads: keysHeldToReading,
    },
    google_ads: {
      login: 'Google',
      host: 'accounts.google.com',
      read: ['See your accounts, campaigns and reports in Google Ads.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Google password.', "It can't see your email or files."],
      onlyReads: heldToReading('Google'),
    },
    meta_ads: {
      login: 'Facebook',
      host: 'www.facebook.com',
      read: ['See your ad accounts, campaigns, audiences and reports.'],
      manage: ['Create and change campaigns and audiences.'],
      impossible: ['Patchbay never sees your Facebook password.', "It can't see your messages."],
      onlyReads: "It can't change campaigns, spend money or post for you.",
    },
    tiktok_ads: {
      login: 'TikTok',
      host: 'business-api.tiktok.com',
      read: ['See the campaigns, audiences and reports of the advertisers you pick at TikTok.'],
      manage: ['Create and change campaigns and audiences.'],
      impossible: ['Patchbay never sees your TikTok password.', "It can't see other advertisers."],
      onlyReads: heldToReading('TikTok'),
    },
    linkedin_ads: {
      login: 'LinkedIn',
      host: 'www.linkedin.com',
      read: ['See your ad accounts, campaigns and reports.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your LinkedIn password.', "It can't post or send messages for you."],
      onlyReads: "It can't change campaigns or spend money.",
    },
    pinterest_ads: {
      login: 'Pinterest',
      host: 'www.pinterest.com',
      read: ['See your ad accounts, campaigns and reports.', 'See the name of your Pinterest account.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Pinterest password.', "It can't change your Pins."],
      onlyReads: "It can't change campaigns or spend money.",
    },
    snapchat_ads: {
      login: 'Snapchat',
      host: 'accounts.snapchat.com',
      read: ['See your organizations, ad accounts, campaigns and reports.'],
      manage: ['Create and change campaigns and audiences.'],
      impossible: ['Patchbay never sees your Snapchat password.', "It can't see your Snaps or chats."],
      onlyReads: heldToReading('Snapchat'),
    },
    microsoft_ads: {
      login: 'Microsoft',
      host: 'login.microsoftonline.com',
      read: ['See your accounts, campaigns, reports and invoices in Microsoft Advertising.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Microsoft password.', "It can't see your email or files."],
      onlyReads: heldToReading('Microsoft'),
    },
    reddit_ads: {
      login: 'Reddit',
      host: 'www.reddit.com',
      read: ['See your ad accounts, campaigns and reports.'],
      manage: ['Create and change campaigns.'],
      impossible: ['Patchbay never sees your Reddit password.', "It can't post or vote for you."],
      onlyReads: "It can't change campaigns or spend money.",
    },
    /** For a provider that has no words of its own yet. */
    other: {
      read: ['See what you agree to on the next page, or what the details you enter can see.'],
      manage: ['Change what you agree to there, or what those details can change.'],
      impossible: ['Nobody gets to see what you enter.'],
      onlyReads: keysHeldToReading,
    },
  },
};

export type Words = typeof en;
