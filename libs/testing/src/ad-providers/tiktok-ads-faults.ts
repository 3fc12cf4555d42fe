import { failingAt, ordinaryFaults } from './ordinary-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

/** An error has status 200 and a code. */
export const tiktokError = (code: number): SimulatedAnswer => ({
  json: { code, message: 'Simulated.', request_id: '20261101simulated', data: {} },
});

interface Addresses {
  readonly tokenUrl: string;
  readonly advertisersUrl: string;
}

const permanent = [
  40_001, 40_101, 40_102, 40_104, 40_105, 40_106, 40_108, 40_110, 40_113, 40_118, 40_119, 40_125, 40_300,
  40_301,
];
const ours = [40_000, 40_002, 40_006, 40_051, 41_001];
const transient = [40_016, 40_100, 40_132, 40_133, 40_202, 40_700, 50_000, 50_002, 51_305, 60_001];
const fiveMinutes = 300_000;

export const tiktokFaults = ({ tokenUrl, advertisersUrl }: Addresses): Fault[] => {
  const verify = (code: number, kind: Fault['kind']): Fault => ({
    name: `code ${code}`,
    kind,
    shows: 'verify',
    ...(kind === 'transient' && { waitMs: fiveMinutes }),
    answer: failingAt(advertisersUrl, tiktokError(code)),
  });
  const connect = (code: number, kind: Fault['kind']): Fault => ({
    name: `code ${code}`,
    kind,
    shows: 'connect',
    answer: failingAt(tokenUrl, tiktokError(code)),
  });
  return [
    ...permanent.map((code) => verify(code, 'permanent')),
    ...ours.map((code) => verify(code, 'ours')),
    ...transient.map((code) => verify(code, 'transient')),
    { ...connect(40_110, 'permanent'), reason: 'refused' },
    { ...connect(40_102, 'permanent'), reason: 'refused' },
    // The same codes mean our app at the token endpoint, and the authorization later.
    connect(40_101, 'ours'),
    connect(40_113, 'ours'),
    connect(40_002, 'ours'),
    connect(50_000, 'transient'),
    ...ordinaryFaults(advertisersUrl, 'verify'),
    {
      name: 'the token endpoint is down',
      kind: 'transient',
      shows: 'connect',
      waitMs: fiveMinutes,
      answer: failingAt(tokenUrl, { status: 503 }),
    },
    {
      name: 'the version is gone',
      kind: 'ours',
      shows: 'verify',
      answer: failingAt(advertisersUrl, { status: 404, text: 'not found' }),
    },
    {
      name: 'the path has moved',
      kind: 'ours',
      shows: 'verify',
      answer: failingAt(advertisersUrl, { status: 308, headers: { location: '/elsewhere/' } }),
    },
    {
      name: 'a page with status 200 instead of an answer',
      kind: 'transient',
      shows: 'verify',
      answer: failingAt(advertisersUrl, { text: '<html>Maintenance</html>' }),
    },
    {
      name: 'no advertiser',
      kind: 'permanent',
      reason: 'no_accounts',
      shows: 'verify',
      answer: failingAt(advertisersUrl, { json: { code: 0, message: 'OK', data: { list: [] } } }),
    },
    {
      name: 'a code that is not in the table',
      kind: 'ours',
      shows: 'verify',
      answer: failingAt(advertisersUrl, tiktokError(49_999)),
    },
  ];
};
