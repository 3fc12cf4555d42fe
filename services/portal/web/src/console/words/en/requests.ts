/** The last relayed requests of an integration. */
export const requests = {
  title: 'Last requests',
  outcome: 'Outcome',
  outcomes: { all: 'All', answered: 'Answered', refused: 'Refused', failed: 'Failed' },
  kept: 'The last 500 requests of the past 7 days, without queries, bodies and headers.',
  none: 'There were no requests in the past 7 days.',
  noMatch: { answered: 'None was answered.', refused: 'None was refused.', failed: 'None failed.' },
  more: 'Show older',
  answered: (status: number) => `Answered with ${status}`,
  refused: (status: number) => `Refused by Patchbay with ${status}`,
  failed: (status: number) => `Failed with ${status}`,
  account: (id: string) => `account ${id}`,
  took: (ms: string) => `${ms} ms`,
};
