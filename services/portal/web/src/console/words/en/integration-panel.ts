const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The panel of an integration: what is loaded with it. */
export const integrationPanel = {
  connect: {
    title: (provider: string) => `Connect ${provider}`,
    text: (provider: string) =>
      `Enter what ${provider} gave you or your client. We check it right away, and nobody can see it again.`,
    replaces: 'This replaces the connection that is there now.',
    documentation: 'Where to find them',
    submit: 'Connect',
  },
  uses: {
    title: 'Use',
    period: 'Period',
    periods: { day: 'Last 24 hours', week: 'Last 7 days', history: 'Last 90 days' },
    none: 'Nobody has used it in this time.',
    /** The text in place of the bars. */
    label: (period: string, requests: string, most: string) =>
      `${period}: ${requests}, ${most} at most in an hour.`,
    hour: (when: string, requests: string) => `${when}: ${requests}`,
    requests: (count: number, shown: string) => `${shown} ${count === 1 ? 'request' : 'requests'}`,
    most: (count: string) => `${count} in an hour`,
    from: { day: '24 hours ago', week: '7 days ago' },
    now: 'Now',
    numbers: 'Show the numbers',
    columns: {
      hour: 'Hour',
      reads: 'Reads',
      changes: 'Changes',
      refused: 'Refused',
      failed: 'Failed',
    },
    callers: 'Who used it',
    recorded: 'Every change is in the audit trail. Reads are counted by the hour.',
    changes: 'Show the changes',
    key: (prefix: string) => `API key ${prefix}…`,
    madeBy: (name: string) => `made by ${name}`,
    /** The hour of the last use. */
    within: (from: string, to: string) => `last between ${from} and ${to}`,
    trouble: (refused: string, failed: string) => `${refused} refused, ${failed} failed`,
    open: 'See them',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    text: "You can't undo this.",
    lead: 'This goes with it:',
    credentials: (provider: string) =>
      `The keys for ${provider}. We end the access there too, if ${provider} lets us.`,
    link: 'The link for the client, which stops working.',
    grants: (count: number) =>
      `The access of ${counted(count, 'API key', 'API keys')}, whose requests are refused from then on.`,
    others: (provider: string) =>
      `Other integrations that the same person approved at ${provider} may have to be connected again.`,
    submit: 'Delete integration',
  },
};
