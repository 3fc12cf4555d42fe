import type { Schemas } from '@patchbay/client';
import { createContext, useContext } from 'react';
import { words } from '../words/words.ts';

/** What the answers of `getOrganization` and `getWorkspace` say about the caller. */
interface Accessible {
  readonly role: Schemas['OrganizationRole'];
  readonly can: readonly string[];
}

/**
 * Why the caller cannot do it: undefined if they can. Asks the answer of the API, and knows no rules: what a role may do is written in the
 * services alone.
 */
export const refusalOf = ({ can, role }: Accessible, operation: string): string | undefined =>
  can.includes(operation) ? undefined : words.common.refused(role);

type OrganizationHere = Schemas['OrganizationWithCan'];
type WorkspaceHere = Schemas['WorkspaceWithCan'];

export const OrganizationContext = createContext<OrganizationHere | undefined>(undefined);
export const WorkspaceContext = createContext<WorkspaceHere | undefined>(undefined);

function here<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the page is not inside its organization or workspace');
  return value;
}

/** The organization of the address. */
export const useOrganization = (): OrganizationHere => here(useContext(OrganizationContext));

/** The workspace of the address. */
export const useWorkspace = (): WorkspaceHere => here(useContext(WorkspaceContext));
