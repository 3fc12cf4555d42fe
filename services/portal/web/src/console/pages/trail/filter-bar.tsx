import type { Schemas } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { trail as trailWords } from '../../words/en/trail.ts';
import { trailNames } from '../../words/en/trail-names.ts';
import styles from './filter-bar.module.css';
import { type Actor, ActorChip, Chip, useTyped } from './filter-chips.tsx';
import { type FilterName, type Filters, filterNames, firstDay, isDay, lastDay } from './filters.ts';

const text = trailWords.filters;

interface Option {
  readonly value: string;
  readonly label: string;
}

interface Group {
  readonly label: string;
  readonly options: readonly Option[];
}

interface SelectChipProps {
  readonly label: string;
  /** The option without a filter. */
  readonly any: string;
  readonly value: string;
  readonly groups: readonly Group[];
  readonly onChange: (value: string) => void;
}

const Options = ({ options }: Pick<Group, 'options'>) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

const SelectChip = ({ label, any, value, groups, onChange }: SelectChipProps) => (
  <Chip label={label} isSet={value !== ''} onClear={() => onChange('')}>
    {(id) => (
      <select
        id={id}
        className={styles.control}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{any}</option>
        {groups.map((group) =>
          group.label === '' ? (
            <Options key="" options={group.options} />
          ) : (
            <optgroup key={group.label} label={group.label}>
              <Options options={group.options} />
            </optgroup>
          ),
        )}
      </select>
    )}
  </Chip>
);

interface DayChipProps {
  readonly label: string;
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly onChange: (value: string) => void;
}

/** Filters by a day once the input is complete. */
function DayChip({ label, value, min, max, onChange }: DayChipProps) {
  const [typed, setTyped] = useTyped(value);
  return (
    <Chip label={label} isSet={value !== ''} onClear={() => onChange('')}>
      {(id) => (
        <input
          id={id}
          type="date"
          className={styles.control}
          value={typed}
          min={min}
          max={max}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value === '' || isDay(target.value)) onChange(target.value);
          }}
        />
      )}
    </Chip>
  );
}

type TargetType = Schemas['AuditTargetType'];

/** The first option of each group is the whole group. */
const actionGroups: readonly Group[] = (Object.keys(trailNames.groups) as TargetType[]).map((type) => {
  const label = trailNames.groups[type];
  const single = Object.entries(trailNames.actions).filter(([action]) => action.startsWith(`${type}.`));
  return {
    label,
    options: [
      { value: type, label: text.allOf(label) },
      ...single.map(([value, name]) => ({ value, label: name })),
    ],
  };
});

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Partial<Filters>) => void;
  readonly actors: readonly Actor[];
  readonly workspaces: readonly Option[];
  /** The name of the chosen target. */
  readonly targetName: string | undefined;
}

/** The groups, with the chosen value among them even if the list does not have it. */
const withChosen = (groups: readonly Group[], value: string, label: string): readonly Group[] =>
  value === '' || groups.some(({ options }) => options.some((option) => option.value === value))
    ? groups
    : [{ label: '', options: [{ value, label }] }, ...groups];

/** The filters, which are kept in the URL. */
export function FilterBar({ filters, onChange, actors, workspaces, targetName }: FilterBarProps) {
  const set = (name: FilterName) => (value: string) => onChange({ [name]: value });
  return (
    <div className={styles.bar} role="group" aria-label={text.label}>
      <SelectChip
        label={text.action}
        any={text.anyAction}
        value={filters.action}
        groups={actionGroups}
        onChange={set('action')}
      />
      <ActorChip actors={actors} value={filters.actor} onChange={set('actor')} />
      <SelectChip
        label={text.workspace}
        any={text.anyWorkspace}
        value={filters.workspace}
        groups={withChosen([{ label: '', options: workspaces }], filters.workspace, filters.workspace)}
        onChange={set('workspace')}
      />
      {filters.target !== '' && (
        <SelectChip
          label={text.target}
          any={text.anyTarget}
          value={filters.target}
          groups={withChosen([], filters.target, targetName ?? text.oneTarget)}
          onChange={set('target')}
        />
      )}
      <DayChip
        label={text.from}
        value={filters.from}
        min={firstDay}
        max={filters.to || lastDay}
        onChange={set('from')}
      />
      <DayChip
        label={text.to}
        value={filters.to}
        min={filters.from || firstDay}
        max={lastDay}
        onChange={set('to')}
      />
      {filterNames.some((name) => filters[name] !== '') && (
        <Button
          kind="quiet"
          onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, ''])))}
        >
          {text.clearAll}
        </Button>
      )}
    </div>
  );
}
