import type { Schemas } from '../../../api/answer.ts';

/** The props of every part of the panel. */
export interface PanelProps {
  /** The parameters of every operation on the integration. */
  readonly at: { readonly orgSlug: string; readonly workspaceSlug: string; readonly id: string };
  readonly integration: Schemas['Integration'];
}

/** An integration with its provider, whose fields the forms are made from. */
export interface ProviderPanelProps extends PanelProps {
  readonly provider: Schemas['Provider'];
}
