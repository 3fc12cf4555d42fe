import type { ReactNode } from 'react';

export interface TextProps {
  /** `quiet`: of less weight, such as what happens next. */
  readonly kind?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

export const Text = ({ kind = 'plain', children }: TextProps) => <p data-kind={kind}>{children}</p>;
