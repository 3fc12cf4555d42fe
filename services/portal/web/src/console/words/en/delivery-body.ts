/** The body of a delivery to a receiver. */
export const deliveryBody = {
  action: 'Show the body',
  title: 'What was sent',
  lead: 'Each attempt sends the same body: the entry of the audit trail.',
  code: 'Body',
  older: 'Look in older entries',
  missing: "The audit trail no longer has this entry, so its body can't be shown.",
  refused: "A test is no entry of the audit trail, so its body can't be shown.",
};
