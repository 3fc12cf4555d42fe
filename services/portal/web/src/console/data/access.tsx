import type { Schemas } from '@patchbay/client';
import { createContext, useContext } from 'react';
import { words } from '../words/words.ts';

/** The rights of the caller in the answers of `getOrganization` and `getWorkspace`. */
interface Accessible {
  readonly role: Schemas['OrganizationRole'];
  readonly can: readonly string[];
}

/**
 * Why the caller cannot do it. Undefined: they can. Uses the rights in the answer of the API: the rules about roles exist in the services
 * only.
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

/** The organization in the URL. */
export const useOrganization = (): OrganizationHere => here(useContext(OrganizationContext));

/** The workspace in the URL. */
export const useWorkspace = (): WorkspaceHere => here(useContext(WorkspaceContext));
