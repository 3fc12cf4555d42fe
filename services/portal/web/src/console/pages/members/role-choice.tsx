import { Choice } from '../../../parts/choice.tsx';
import { words } from '../../words/words.ts';
import { assignableRoles, type MembersScope, type Role } from './members-scope.ts';

interface RoleChoiceProps {
  readonly kind: MembersScope['kind'];
  readonly legend: string;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** Radio buttons for the roles, each with what it allows. */
export const RoleChoice = ({ kind, legend, value, onChange }: RoleChoiceProps) => (
  <Choice
    legend={legend}
    value={value}
    options={assignableRoles.map((role) => ({
      value: role,
      label: words.roles[kind][role]?.name ?? role,
      help: words.roles[kind][role]?.may,
    }))}
    onChange={(chosen) => onChange(assignableRoles.find((role) => role === chosen) ?? value)}
  />
);
