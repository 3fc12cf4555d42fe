import type { ReactNode } from 'react';

export interface AlertProps {
  readonly kind: 'information' | 'success' | 'warning' | 'failure';
  readonly children: ReactNode;
}

/** Something to know about. Screen readers read it out when it appears, a failure at once. */
export const Alert = ({ kind, children }: AlertProps) => (
  <div role={kind === 'failure' ? 'alert' : 'status'} data-kind={kind}>
    {children}
  </div>
);
