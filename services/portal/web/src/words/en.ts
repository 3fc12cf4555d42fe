/** Every text of the pages in English. A text with a value in it is a function. */
export const en = {
  /** Of several pages, and of the parts. */
  common: {
    product: 'Patchbay',
    requestId: (id: string) => `Request ${id}`,
    tryAgain: 'Try again',
    loading: 'Loading',
    show: 'Show',
    hide: 'Hide',
    optional: 'optional',
    errorSummary: 'Please check these fields',
    offline: 'Patchbay cannot be reached. Check your connection and try again.',
    unavailable: 'Patchbay is busy at the moment. Wait a little and try again.',
    tooMany: (seconds: number) => `That was often. Try again in ${seconds} seconds.`,
    unexpected: 'Something went wrong on our side. Try again, and quote the request if it stays.',
  },
  notFound: { title: 'There is no such page' },
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
