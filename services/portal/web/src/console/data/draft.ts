import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { tabStorage } from '../../state/tab-storage.ts';
import { useSignedIn } from './session.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of `after` that are new or differ from `before`. */
export const changesOf = <Values extends object>(before: Values, after: Values): Partial<Values> => {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, known.get(name))),
  ) as Partial<Values>;
};

const key = 'patchbay.drafts';

type Stored = Readonly<Record<string, unknown>>;

/** The unsent input of forms in this tab, by the name of the draft. */
interface Drafts {
  readonly person: string;
  readonly places: Readonly<Record<string, Stored>>;
}

/** Empty if the stored drafts belong to another person. */
function draftsOf(person: string): Drafts {
  try {
    const kept = Object(JSON.parse(tabStorage.getItem(key) ?? '{}')) as Partial<Drafts>;
    return { person, places: kept.person === person ? { ...kept.places } : {} };
  } catch {
    return { person, places: {} };
  }
}

/** Stores a draft. Removes it if nothing differs from the current values. */
function keep(person: string, name: string, typed: Stored): void {
  const { [name]: _last, ...others } = draftsOf(person).places;
  const places = Object.keys(typed).length === 0 ? others : { ...others, [name]: typed };
  try {
    tabStorage.setItem(key, JSON.stringify({ person, places }));
  } catch {
    // The storage is full: the input lasts until the person leaves the page.
  }
}

/** The values of a draft whose type fits the field of the form. */
const fitting = (draft: Stored | undefined, current: Stored): Stored =>
  Object.fromEntries(
    Object.entries(draft ?? {}).filter(
      ([name, value]) => Object.hasOwn(current, name) && typeof value === typeof current[name],
    ),
  );

export interface Draft {
  /** Whether the form started from a draft that was neither sent nor discarded. */
  readonly restored: boolean;
  /** Deletes the draft after a submit or a cancel. */
  readonly forget: () => void;
  /** Deletes the draft and shows the current values. */
  readonly discard: () => void;
}

interface DraftForm<Form extends FieldValues> extends UseFormReturn<Form>, Draft {}

/**
 * A form of react-hook-form whose unsent input survives a reload of the tab. Unchanged fields follow `current`. `draftName` identifies the form
 * by ids, because slugs can be reused: `o/<id>/webhooks/new`. `secret`: fields that are never stored. The draft is deleted by `forget` and
 * `discard`, when somebody else signs in, and with the tab.
 */
export function useDraft<Form extends FieldValues>(
  draftName: string,
  current: DefaultValues<Form>,
  secret: readonly (keyof Form & string)[] = [],
): DraftForm<Form> {
  const person = useSignedIn().user.id;
  const [draft, setDraft] = useState(() =>
    changesOf(current as Stored, fitting(draftsOf(person).places[draftName], current as Stored)),
  );
  const form = useForm<Form>({ defaultValues: Object.assign({}, current, draft) });
  const { watch, getValues, setValue } = form;
  /** The values before any change: a field that differs was changed. */
  const base = useRef<Stored>(current as Stored);
  const show = (values: Stored): void => {
    for (const [name, value] of Object.entries(values))
      setValue(name as Path<Form>, value as Form[Path<Form>]);
  };
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const typed = Object.entries(changesOf(base.current, values)).filter(
        ([name]) => !secret.includes(name),
      );
      keep(person, draftName, Object.fromEntries(typed));
    });
    return unsubscribe;
    // `secret` is a constant of the form.
  }, [watch, draftName, person]);
  useEffect(() => {
    const typed = changesOf(base.current, getValues());
    const refreshed = Object.entries(changesOf(base.current, current as Stored));
    base.current = current;
    show(Object.fromEntries(refreshed.filter(([name]) => !(name in typed))));
    // Compared by content, because each render has a new object.
  }, [JSON.stringify(current)]);
  const forget = (): void => {
    base.current = getValues();
    keep(person, draftName, {});
    setDraft({});
  };
  return {
    ...form,
    restored: Object.keys(draft).length > 0,
    forget,
    discard: () => {
      show(current);
      form.clearErrors();
      forget();
    },
  };
}
