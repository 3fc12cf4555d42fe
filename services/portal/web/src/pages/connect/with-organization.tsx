import { Name } from '../../parts/name.tsx';

const place = '{organization}';

export interface WithOrganizationProps {
  /** A text that has `{organization}` in it, once. */
  readonly text: string;
  readonly name: string;
}

/** A sentence with the name that an organization gave itself. */
export function WithOrganization({ text, name }: WithOrganizationProps) {
  const [before, after] = text.split(place, 2);
  return (
    <>
      {before}
      <Name>{name}</Name>
      {after}
    </>
  );
}
