import { Building2, Code2, History, KeyRound, LayoutGrid, Settings, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../words/words.ts';

const { pages } = words.frame;

export interface OrganizationPage {
  /** Below `/o/{org}`. */
  readonly path: string;
  readonly text: string;
  readonly icon: ReactNode;
  /** Opens it after the key G. */
  readonly letter: string;
}

/** The pages of an organization, in the order of the navigation. */
export const organizationPages: readonly OrganizationPage[] = [
  { path: '', text: pages.overview, icon: <LayoutGrid aria-hidden="true" />, letter: 'o' },
  { path: '/workspaces', text: pages.workspaces, icon: <Building2 aria-hidden="true" />, letter: 'w' },
  { path: '/members', text: pages.members, icon: <Users aria-hidden="true" />, letter: 'm' },
  { path: '/keys', text: pages.keys, icon: <KeyRound aria-hidden="true" />, letter: 'k' },
  { path: '/trail', text: pages.trail, icon: <History aria-hidden="true" />, letter: 't' },
  { path: '/developers', text: pages.developers, icon: <Code2 aria-hidden="true" />, letter: 'd' },
  { path: '/settings', text: pages.settings, icon: <Settings aria-hidden="true" />, letter: 's' },
];
