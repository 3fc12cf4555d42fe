import { Text, type TextProps } from '../../parts/text.tsx';
import type { Asked } from './flow.ts';
import { WithOrganization } from './with-organization.tsx';

export interface WhomToAskProps {
  /** `plain`: it is the next step. */
  readonly kind?: TextProps['kind'];
  readonly asked: Asked | undefined;
  /** Has `{organization}` in it. */
  readonly text: string;
  /** In its place where the organization is not known. */
  readonly sender: string;
}

export const WhomToAsk = ({ kind = 'quiet', asked, text, sender }: WhomToAskProps) => (
  <Text kind={kind}>
    {asked === undefined ? sender : <WithOrganization text={text} name={asked.organizationName} />}
  </Text>
);
