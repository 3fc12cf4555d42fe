import { useState } from 'react';
import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { withBreaks } from '../../../parts/with-breaks.tsx';
import { matches } from '../../data/matches.ts';
import { members as memberWords } from '../../words/en/members.ts';
import styles from './person-box.module.css';

const text = memberWords.add;

/** Maximum number of options. */
const most = 20;

export interface PersonOption {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

interface PersonBoxProps {
  readonly people: readonly PersonOption[];
  readonly error: string | undefined;
  readonly onChoose: (person: PersonOption | undefined) => void;
}

const labelOf = ({ name, email }: PersonOption): string => `${name} (${email})`;

/** A combobox that finds a person by name or email. */
export function PersonBox({ people, error, onChoose }: PersonBoxProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // The field contains the full name of the chosen person, which is not used as a search.
  const found = people
    .filter((person) => chosen !== null || matches(typed, person.name, person.email))
    .slice(0, most);
  const choose = (userId: string | null): void => {
    const person = people.find((each) => each.userId === userId);
    setChosen(person?.userId ?? null);
    onChoose(person);
    if (person !== undefined) setTyped(labelOf(person));
  };
  return (
    <ComboBox
      className={styles.field ?? ''}
      name="person"
      items={found}
      inputValue={typed}
      selectedKey={chosen}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={error !== undefined}
      onInputChange={(value) => {
        setTyped(value);
        if (chosen !== null && value !== typed) {
          setChosen(null);
          onChoose(undefined);
        }
      }}
      onSelectionChange={(key) => choose(key === null ? null : String(key))}
    >
      <Label className={styles.label ?? ''}>{text.person}</Label>
      <Text slot="description" className={styles.help ?? ''}>
        {text.personHelp}
      </Text>
      <Input className={styles.input ?? ''} autoComplete="off" spellCheck="false" />
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
      <Popover className={styles.popover ?? ''} data-density="compact">
        <ListBox<PersonOption>
          className={styles.list ?? ''}
          renderEmptyState={() => <p className={styles.nobody}>{text.nobody}</p>}
        >
          {(person) => (
            <ListBoxItem id={person.userId} textValue={labelOf(person)} className={styles.option ?? ''}>
              <bdi>{person.name}</bdi>
              <bdi className={styles.email}>{withBreaks(person.email)}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
