const integrations = (count: number, shown: string): string =>
  count === 1 ? '1 integration' : `${shown} integrations`;

/** What one does with several integrations at once. */
export const selection = {
  label: 'Selected integrations',
  count: (shown: string) => `${shown} selected`,
  clear: 'Clear selection',
  actions: {
    link: {
      button: 'Make links',
      title: (count: number, shown: string) =>
        count === 1 ? 'Make a link for 1 integration?' : `Make links for ${shown} integrations?`,
      text: 'Each gets a link of its own, by which its client can connect once. You get a list to copy.',
      submit: 'Make links',
      running: (done: string, all: string) => `Making links: ${done} of ${all}`,
      done: (count: number, shown: string) =>
        count === 1 ? '1 link is ready.' : `${shown} links are ready.`,
    },
    verify: {
      button: 'Check',
      title: (count: number, shown: string) => `Check ${integrations(count, shown)} now?`,
      text: 'We ask each system whether it still accepts the connection. A connection that is refused stops working until it is connected again.',
      submit: 'Check now',
      running: (done: string, all: string) => `Checking: ${done} of ${all}`,
      done: (count: number, shown: string) =>
        count === 1 ? '1 connection works.' : `${shown} connections work.`,
    },
    disable: {
      button: 'Switch off',
      title: (count: number, shown: string) => `Switch off ${integrations(count, shown)}?`,
      text: 'Nothing can use them then, and their links refuse to connect. Their keys are kept, and you can switch them on again.',
      submit: 'Switch off',
      running: (done: string, all: string) => `Switching off: ${done} of ${all}`,
      done: (count: number, shown: string) =>
        count === 1 ? '1 integration is off.' : `${shown} integrations are off.`,
    },
    enable: {
      button: 'Switch on',
      title: (count: number, shown: string) => `Switch on ${integrations(count, shown)}?`,
      text: 'We check each connection first. One that its system refuses shows what is wrong.',
      submit: 'Switch on',
      running: (done: string, all: string) => `Switching on: ${done} of ${all}`,
      done: (count: number, shown: string) =>
        count === 1 ? '1 integration is on.' : `${shown} integrations are on.`,
    },
  },
  /** Of those that an action leaves out. */
  leftOut: {
    hasLink: (count: number, shown: string) =>
      count === 1
        ? '1 has a link that works. It keeps that link.'
        : `${shown} have a link that works. They keep it.`,
    isOff: (count: number, shown: string) =>
      count === 1 ? '1 is switched off and left out.' : `${shown} are switched off and left out.`,
    isOn: (count: number, shown: string) =>
      count === 1 ? '1 is not switched off and left out.' : `${shown} are not switched off and left out.`,
    neverConnected: (count: number, shown: string) =>
      count === 1
        ? '1 was never connected and is left out.'
        : `${shown} were never connected and are left out.`,
  },
  /** Where an action would change none of them. */
  nothing: {
    link: 'All of these are switched off.',
    verify: 'None of these was ever connected.',
    disable: 'All of these are switched off.',
    enable: 'None of these is switched off.',
  },
  waits: (seconds: number) => `There is a limit to how many we may do in a minute. We go on in ${seconds} s.`,
  refused: (provider: string) => `${provider} doesn't accept this connection.`,
  stop: 'Stop',
  stopped: (shown: string) => `Stopped. ${shown} were not tried, and are still selected.`,
  failed: (count: number, shown: string) =>
    count === 1 ? "1 didn't work, and is still selected:" : `${shown} didn't work, and are still selected:`,
  dismiss: 'Close',
  links: {
    text: 'Whoever opens a link can connect that account, once. Send each only to the right person.',
    copy: 'Copy all',
    copied: 'Copied',
    blocked: 'The list is selected. Copy it with your keyboard.',
    list: 'Links',
  },
};
