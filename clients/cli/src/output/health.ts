import type { styleText } from 'node:util';
import {
  type HealthTone,
  healthOf,
  healthTones,
  healthWords,
  type IntegrationHealth,
  type Schemas,
} from '@patchbay/client';

type Colour = Parameters<typeof styleText>[0];

const colours: Readonly<Record<HealthTone, Colour>> = {
  attention: 'red',
  warning: 'yellow',
  waiting: 'cyan',
  working: 'green',
  off: 'gray',
};

export const colourOfHealth = (health: IntegrationHealth): Colour => colours[healthTones[health]];

type Values = Readonly<Record<string, unknown>>;

const isIntegration = (row: Values): boolean =>
  ['status', 'lastError', 'connectedAt', 'authorizationEndsAt', 'connectLink'].every((field) => field in row);

/** The status of an integration in the words and colours of the console; undefined: it is another thing. */
export function healthCell(row: Values, now: number): { text: string; colour: Colour } | undefined {
  if (!isIntegration(row)) return undefined;
  const health = healthOf(row as unknown as Schemas['Integration'], now);
  return { text: healthWords[health], colour: colourOfHealth(health) };
}
