import { X } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { withBreaks } from '../../../parts/with-breaks.tsx';
import { matches } from '../../data/matches.ts';
import { trail as trailWords } from '../../words/en/trail.ts';
import box from '../members/person-box.module.css';
import styles from './filter-bar.module.css';

interface ChipProps {
  readonly label: string;
  readonly isSet: boolean;
  readonly onClear: () => void;
  readonly children: (id: string) => ReactNode;
}

/** A filter as a pill with its name, its control and, if it is set, a button that clears it. */
export function Chip({ label, isSet, onClear, children }: ChipProps) {
  const id = useId();
  return (
    <div className={styles.chip} data-set={isSet}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(id)}
      {isSet && (
        <button
          type="button"
          className={styles.clear}
          aria-label={trailWords.filters.clear(label)}
          onClick={onClear}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The input of a control before it is a valid filter value. A new filter value replaces it. */
export function useTyped(value: string): [typed: string, setTyped: (typed: string) => void] {
  const [last, setLast] = useState(value);
  const [typed, setTyped] = useState(value);
  if (last === value) return [typed, setTyped];
  setLast(value);
  setTyped(value);
  return [value, setTyped];
}

const text = trailWords.filters;

/** Maximum number of options. There can be 10,000 people. */
const most = 20;

/** A person or an API key. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  /** A detail that distinguishes people with the same name. */
  readonly note: string;
}

const labelOf = ({ name, note }: Actor): string => (note === '' ? name : `${name} (${note})`);

interface ActorChipProps {
  readonly actors: readonly Actor[];
  /** The id of the chosen actor. '': anybody. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters by a person or an API key, with a combobox. */
export function ActorChip({ actors, value, onChange }: ActorChipProps) {
  const chosen = useMemo((): Actor | undefined => {
    if (value === '') return undefined;
    // The chosen person may have left.
    return actors.find(({ id }) => id === value) ?? { id: value, name: text.otherActor, note: '' };
  }, [actors, value]);
  const label = chosen === undefined ? '' : labelOf(chosen);
  const [typed, setTyped] = useTyped(label);
  const found = useMemo(() => {
    const others = actors.filter(
      (actor) => actor.id !== chosen?.id && (typed === label || matches(typed, actor.name, actor.note)),
    );
    // The combobox takes the text of a new choice from the list, so the choice must be in it.
    return [...(chosen === undefined ? [] : [chosen]), ...others.slice(0, most)];
  }, [actors, chosen, typed, label]);
  return (
    <Chip label={text.actor} isSet={value !== ''} onClear={() => onChange('')}>
      {(id) => (
        <ComboBox
          id={id}
          aria-label={text.actor}
          items={found}
          inputValue={typed}
          selectedKey={chosen?.id ?? null}
          menuTrigger="focus"
          allowsEmptyCollection
          onInputChange={(next) => {
            setTyped(next);
            if (next === '' && value !== '') onChange('');
          }}
          onSelectionChange={(key) => {
            // On blur without a new choice, the field shows the current choice again.
            if (key === null || key === value) setTyped(label);
            else onChange(String(key));
          }}
        >
          <Input
            className={`${styles.control} ${styles.typed}`}
            placeholder={text.anyActor}
            autoComplete="off"
            spellCheck="false"
          />
          <Popover className={`${box.popover} ${styles.found}`} data-density="compact">
            <ListBox<Actor>
              className={box.list ?? ''}
              renderEmptyState={() => <p className={box.nobody}>{text.nobody}</p>}
            >
              {(actor) => (
                <ListBoxItem textValue={labelOf(actor)} className={box.option ?? ''}>
                  <bdi>{actor.name}</bdi>
                  <bdi className={box.email}>{withBreaks(actor.note)}</bdi>
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </ComboBox>
      )}
    </Chip>
  );
}
