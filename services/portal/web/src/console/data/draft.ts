import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { tabStorage } from '../../state/tab-storage.ts';
import { changesOf } from './changes.ts';
import { useSignedIn } from './session.ts';

const key = 'patchbay.drafts';

type Values = Readonly<Record<string, unknown>>;

/** What a person has typed into forms of this tab that were not sent yet, by the place of the form. */
interface Drafts {
  readonly person: string;
  readonly places: Readonly<Record<string, Values>>;
}

/** Nothing where the drafts are those of somebody else. */
function draftsOf(person: string): Drafts {
  try {
    const kept = Object(JSON.parse(tabStorage.getItem(key) ?? '{}')) as Partial<Drafts>;
    return { person, places: kept.person === person ? { ...kept.places } : {} };
  } catch {
    return { person, places: {} };
  }
}

/** Keeps what was typed in a place. Nothing typed: the place has no draft. */
function keep(person: string, place: string, typed: Values): void {
  const { [place]: _last, ...others } = draftsOf(person).places;
  const places = Object.keys(typed).length === 0 ? others : { ...others, [place]: typed };
  try {
    tabStorage.setItem(key, JSON.stringify({ person, places }));
  } catch {
    // The storage is full: what is typed lasts until the page is left.
  }
}

/** The values of a draft that are of the kind that the form has now. */
const fitting = (draft: Values | undefined, current: Values): Values =>
  Object.fromEntries(
    Object.entries(draft ?? {}).filter(
      ([name, value]) => Object.hasOwn(current, name) && typeof value === typeof current[name],
    ),
  );

export interface Draft {
  /** Whether the form began with what was typed before, and that was neither sent nor discarded. */
  readonly restored: boolean;
  /** Forgets what was typed: it was sent, or given up. */
  readonly forget: () => void;
  /** Forgets what was typed, and shows the current values. */
  readonly discard: () => void;
}

export interface DraftForm<Form extends FieldValues> extends UseFormReturn<Form>, Draft {}

/**
 * A form of react-hook-form whose changes survive a reload of the tab. Fields that nobody has changed follow `current`. `place` names one
 * form in one place by ids, because a slug can be given to another organization or workspace: `o/<id>/webhooks/new`. `secret`: fields that are never stored. A draft is forgotten when `forget` or `discard` is
 * called, when somebody else signs in, and with the tab.
 */
export function useDraft<Form extends FieldValues>(
  place: string,
  current: DefaultValues<Form>,
  secret: readonly (keyof Form & string)[] = [],
): DraftForm<Form> {
  const person = useSignedIn().user.id;
  const [draft, setDraft] = useState(() =>
    changesOf(current as Values, fitting(draftsOf(person).places[place], current as Values)),
  );
  const form = useForm<Form>({ defaultValues: Object.assign({}, current, draft) });
  const { watch, getValues, setValue } = form;
  /** A field with another value than here was changed. */
  const base = useRef<Values>(current as Values);
  const show = (values: Values): void => {
    for (const [name, value] of Object.entries(values))
      setValue(name as Path<Form>, value as Form[Path<Form>]);
  };
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const typed = Object.entries(changesOf(base.current, values)).filter(
        ([name]) => !secret.includes(name),
      );
      keep(person, place, Object.fromEntries(typed));
    });
    return unsubscribe;
    // `secret` is a constant of the form.
  }, [watch, place, person]);
  useEffect(() => {
    const typed = changesOf(base.current, getValues());
    const refreshed = Object.entries(changesOf(base.current, current as Values));
    base.current = current;
    show(Object.fromEntries(refreshed.filter(([name]) => !(name in typed))));
    // By what it contains: every render has another object.
  }, [JSON.stringify(current)]);
  const forget = (): void => {
    base.current = getValues();
    keep(person, place, {});
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
