import type { Fault, SimulatedAnswer } from './simulator.ts';

/** Answers every request to this address, or to one below it, in the same way. */
export const faultAt =
  (address: string, answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === address || url.startsWith(`${address}/`) ? answer : undefined;
