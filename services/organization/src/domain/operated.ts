import type { DomainEvent, Operator } from '@patchbay/trail/domain-event';
import type { Organization } from './organization.ts';

type OperatorAction = 'organization.suspended' | 'organization.resumed' | 'organization.inspected';

export const operated = (
  action: OperatorAction,
  { id, name }: Pick<Organization, 'id' | 'name'>,
  operator: Operator,
): DomainEvent => ({
  action,
  about: { organizationId: id },
  target: { type: 'organization', id, name },
  metadata: { operator },
});

/** The event, caused by an operator. */
export const byOperator = (event: DomainEvent, operator: Operator): DomainEvent => ({
  ...event,
  metadata: { ...event.metadata, operator },
});
