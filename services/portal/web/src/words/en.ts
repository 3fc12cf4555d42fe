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
  connect: { title: 'Connect an account' },
  outcome: { title: 'Connect an account' },
};

export type Words = typeof en;
