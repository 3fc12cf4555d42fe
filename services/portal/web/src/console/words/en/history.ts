import { frame } from './frame.ts';

/** What happened in a workspace, or to an integration. */
export const history = {
  title: frame.titles.history,
  lead: 'What happened to this workspace, its integrations and who may use them.',
  none: 'Nothing has happened yet.',
  noneText: 'Changes to the workspace and its integrations are listed here.',
  more: 'Show older',
  trail: 'Open in the audit trail',
  what: 'What happened',
  when: 'When',
};
