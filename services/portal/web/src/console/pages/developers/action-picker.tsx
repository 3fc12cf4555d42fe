import type { Schemas } from '@patchbay/client';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { ErrorNote } from '../../../parts/described.tsx';
import { Fold } from '../../../parts/fold.tsx';
import { trailNames } from '../../words/en/trail-names.ts';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { type ActionFilter, toggleFilter } from './action-filter.ts';
import styles from './developers.module.css';

const text = webhooksWords.form;

interface ActionGroup {
  readonly whole: ActionFilter;
  readonly name: string;
  readonly actions: readonly { readonly action: ActionFilter; readonly name: string }[];
}

const actions = Object.entries(trailNames.actions) as [Schemas['AuditAction'], string][];
const groups = Object.entries(trailNames.groups) as [Schemas['AuditTargetType'], string][];

/** All audit actions, grouped by target. The most used groups come first. */
const actionGroups: readonly ActionGroup[] = groups.map(([group, name]) => ({
  whole: `${group}.*`,
  name,
  actions: actions
    .filter(([action]) => action.startsWith(`${group}.`))
    .map(([action, label]) => ({ action, name: label })),
}));

interface ActionPickerProps {
  readonly chosen: readonly ActionFilter[];
  readonly onChange: (chosen: ActionFilter[]) => void;
  readonly error?: string | undefined;
}

/** Selects audit actions by group or one by one. */
export const ActionPicker = ({ chosen, onChange, error }: ActionPickerProps) => (
  <div className={styles.picker}>
    <ErrorNote id="actions">{error}</ErrorNote>
    {actionGroups.map((group) => (
      <Group
        key={group.whole}
        group={group}
        chosen={chosen}
        onToggle={(filter) => onChange(toggleFilter(chosen, filter))}
      />
    ))}
  </div>
);

interface GroupProps {
  readonly group: ActionGroup;
  readonly chosen: readonly ActionFilter[];
  readonly onToggle: (filter: ActionFilter) => void;
}

function Group({ group: { whole, name, actions: own }, chosen, onToggle }: GroupProps) {
  const isWhole = chosen.includes(whole);
  const count = own.filter(({ action }) => chosen.includes(action)).length;
  return (
    <Fold
      summary={
        <>
          {name}
          {isWhole && <span className={styles.count}> · {text.chosenAll}</span>}
          {count > 0 && <span className={styles.count}> · {text.chosen(count)}</span>}
        </>
      }
    >
      <div className={styles.checks}>
        <Checkbox label={text.groupAll(name)} checked={isWhole} onChange={() => onToggle(whole)} />
        {!isWhole &&
          own.map(({ action, name: label }) => (
            <Checkbox
              key={action}
              label={label}
              checked={chosen.includes(action)}
              onChange={() => onToggle(action)}
            />
          ))}
      </div>
    </Fold>
  );
}
