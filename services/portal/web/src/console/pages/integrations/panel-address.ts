import { useLocation } from 'react-router';
import { useOrganization, useWorkspace } from '../../data/access.tsx';

/** The URLs of the panel of an integration and of the list without a panel. Both keep the filters of the list. */
export function usePanelAddress(): { readonly of: (id: string) => string; readonly ofList: string } {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug } = useWorkspace();
  const params = new URLSearchParams(useLocation().search);
  for (const own of ['tab', 'period']) params.delete(own);
  const search = params.size === 0 ? '' : `?${params}`;
  const base = `/o/${orgSlug}/w/${workspaceSlug}/integrations`;
  return { of: (id) => `${base}/${id}${search}`, ofList: `${base}${search}` };
}
