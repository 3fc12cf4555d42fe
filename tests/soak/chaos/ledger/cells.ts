import type { Write } from './change.ts';

/** Names of the values that are compared at the end: what the ledger says and what the API shows use the same ones. */
export const cells = {
  personName: (email: string): string => `name of ${email}`,
  organizationName: (slug: string): string => `name of organization ${slug}`,
  /** The role. */
  member: (slug: string, email: string): string => `role of ${email} in ${slug}`,
  /** The name. */
  workspace: (slug: string, workspace: string): string => `name of workspace ${slug}/${workspace}`,
  /** `assigned`: the list shows the effective role, which can be the inherited one. */
  assignment: (slug: string, workspace: string, email: string): string =>
    `assignment of ${email} to ${slug}/${workspace}`,
  /** `enabled` or `disabled`. */
  integration: (slug: string, workspace: string, name: string): string =>
    `integration ${name} of ${slug}/${workspace}`,
  /** The status. `number` counts the invitations of this address to this place, from 1. */
  invitation: (place: string, email: string, number: number): string =>
    `invitation ${number} of ${email} to ${place}`,
  /** The status. `number` counts the keys with this name: a rotation adds one. */
  apiKey: (slug: string, name: string, number: number): string => `API key ${name} ${number} of ${slug}`,
  /** `accepted` or `refused`: what a request with the key gets. */
  apiKeyUse: (slug: string, name: string, number: number): string =>
    `use of API key ${name} ${number} of ${slug}`,
} as const;

/** What a new status of an API key changes. */
export const apiKeyWrites = (
  slug: string,
  { name, number }: { readonly name: string; readonly number: number },
  status: 'active' | 'disabled' | 'revoked',
): Write[] => [
  { cell: cells.apiKey(slug, name, number), value: status },
  { cell: cells.apiKeyUse(slug, name, number), value: status === 'active' ? 'accepted' : 'refused' },
];

/** Shown in many places, in none of which it has to be. */
export const isPersonName = (cell: string): boolean => cell.startsWith('name of ') && cell.includes('@');

/**
 * Whether the API may not show a value that is there: names are shown with other things, keys are tried where a client has
 * the secret, and nobody sees the revoked personal keys of a person who has left.
 */
export const mayBeHidden = ({ cell, value }: Write): boolean =>
  isPersonName(cell) || cell.startsWith('use of ') || (cell.startsWith('API key ') && value === 'revoked');
