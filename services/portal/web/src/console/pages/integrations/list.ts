import { accountNames } from '@patchbay/client';
import type { Schemas } from '../../../api/answer.ts';
import { byUrgency, type IntegrationState, stateOf } from './integration-state.ts';

type Integration = Schemas['Integration'];

interface Wanted {
  readonly search: string;
  /** A provider value; '' for all. */
  readonly provider: string;
}

/** The integrations of the provider whose name, provider or account contains the text. */
export function found(rows: readonly Integration[], { search, provider }: Wanted): readonly Integration[] {
  const wanted = search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (provider === '' || row.provider === provider) &&
      [row.name, row.providerName, ...accountNames(row)].some((text) => text.toLowerCase().includes(wanted)),
  );
}

export interface ListedIntegration {
  readonly row: Integration;
  readonly state: IntegrationState;
}

/** With their states, the most urgent first. */
export const inOrder = (rows: readonly Integration[], now: number): readonly ListedIntegration[] =>
  rows.toSorted(byUrgency(now)).map((row) => ({ row, state: stateOf(row, now) }));

/** The providers of the integrations, sorted by name. */
export const providersOf = (
  rows: readonly Integration[],
): readonly { readonly value: string; readonly label: string }[] =>
  [...new Map(rows.map(({ provider, providerName }) => [provider as string, providerName]))]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
