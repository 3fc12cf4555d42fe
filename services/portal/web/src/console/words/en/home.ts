/** The organizations of a person, and their invitations. */
export const home = {
  title: 'Your organizations',
  invitations: "You've been invited",
  none: "You don't belong to an organization yet",
  noneText: 'Ask a colleague to invite you at your address, or create an organization.',
  create: 'Create an organization',
};
