const requests = (count: number, shown: string): string => `${shown} ${count === 1 ? 'request' : 'requests'}`;
const errors = (count: number, shown: string): string => `${shown} ${count === 1 ? 'error' : 'errors'}`;

/** The use of an integration over 90 days. */
export const useHistory = {
  caller: 'Who',
  anyCaller: 'Everybody',
  api: 'Part of the system',
  anyApi: 'Everything',
  none: 'Nobody has used it in the last 90 days.',
  noneHow: 'Add an API key above. Its first request shows up here within seconds.',
  noneOfThese: 'No request matches these filters.',
  answered: { title: 'Answered requests by day', sum: requests },
  errors: { title: 'Refused and failed requests by day', sum: errors },
  /** The text in place of a chart. */
  label: (title: string, sum: string, most: string, day: string) =>
    `${title}: ${sum} in 90 days, at most ${most} on ${day}.`,
  labelOfNone: (title: string) => `${title}: none in 90 days.`,
  day: (day: string, sum: string) => `${day}: ${sum}`,
  unknown: (day: string) => `${day}: before the history`,
  most: (count: string) => `At most ${count} a day`,
  created: (day: string) => `It was created on ${day}. There is nothing from before.`,
  cut: (day: string) => `It was used by so many that we can't show all of it. The figures begin on ${day}.`,
  numbers: 'Show the numbers',
  table: 'Requests by day',
  columns: {
    day: 'Day',
    reads: 'Reads',
    changes: 'Changes',
    refused: 'Refused',
    failed: 'Failed',
  },
  unknownDay: '–',
};
