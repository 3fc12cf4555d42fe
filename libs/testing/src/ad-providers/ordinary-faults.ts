import type { Fault, SimulatedAnswer } from './simulator.ts';

/** Answers requests to this address, whatever their query, and leaves all others alone. */
export const failingAt =
  (address: string, answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === address ? answer : undefined;

/** A fault of one address. */
export const faultAt = (
  shows: Fault['shows'],
  address: string,
  fault: Omit<Fault, 'shows' | 'answer'>,
  answer: SimulatedAnswer,
): Fault => ({ ...fault, shows, answer: failingAt(address, answer) });

/** What happens to any HTTP server: too many requests, overload, maintenance. All of it is transient. */
export const ordinaryFaults = (address: string, shows: Fault['shows']): Fault[] =>
  (
    [
      ['too many requests', { status: 429, headers: { 'retry-after': '30' } }],
      ['the server was too slow', { status: 408 }],
      ['the server fails', { status: 500, text: 'Internal Server Error' }],
      ['the proxy has no server', { status: 502, text: '<html>Bad Gateway</html>' }],
      ['maintenance', { status: 503, headers: { 'retry-after': '120' } }],
      ['the proxy waited too long', { status: 504 }],
    ] as const
  ).map(([name, answer]) => faultAt(shows, address, { name, kind: 'transient' }, answer));
