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

/** Of one form in one place: `o/acme/webhooks/new`. */
const nameOf = (place: string): string => `patchbay.draft.${place}`;

function kept(place: string): object {
  try {
    return Object(JSON.parse(tabStorage.getItem(nameOf(place)) ?? '{}')) as object;
  } catch {
    return {};
  }
}

function keep(place: string, typed: readonly (readonly [string, unknown])[]): void {
  if (typed.length === 0) tabStorage.removeItem(nameOf(place));
  else tabStorage.setItem(nameOf(place), JSON.stringify(Object.fromEntries(typed)));
}

export interface Draft {
  /** Whether the form began with what was typed before, and that was neither sent nor discarded. */
  readonly restored: boolean;
  /** Forgets what was typed: it was sent, or given up. */
  readonly forget: () => void;
  /** Forgets what was typed, and shows the current values. */
  readonly discard: () => void;
}

export interface DraftForm<Values extends FieldValues> extends UseFormReturn<Values>, Draft {}

/**
 * A form of react-hook-form whose changes survive a reload of the tab. Fields that nobody has changed follow `current`. `secret`: fields
 * that are never stored. The draft is forgotten when `forget` or `discard` is called, and with the tab.
 */
export function useDraft<Values extends FieldValues>(
  place: string,
  current: DefaultValues<Values>,
  secret: readonly (keyof Values & string)[] = [],
): DraftForm<Values> {
  const [draft, setDraft] = useState(() => kept(place));
  const form = useForm<Values>({ defaultValues: Object.assign({}, current, draft) });
  const { watch, getValues, setValue } = form;
  /** A field with another value than here was changed. */
  const base = useRef<object>(current);
  const show = (values: object): void => {
    for (const [name, value] of Object.entries(values)) setValue(name as Path<Values>, value);
  };
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const typed = Object.entries(changesOf(base.current, values));
      keep(
        place,
        typed.filter(([name]) => !secret.includes(name)),
      );
    });
    return unsubscribe;
    // `secret` is a constant of the form.
  }, [watch, place]);
  useEffect(() => {
    const typed = changesOf(base.current, getValues());
    const refreshed = Object.entries(changesOf(base.current, current)).filter(([name]) => !(name in typed));
    base.current = current;
    show(Object.fromEntries(refreshed));
    // By what it contains: every render has another object.
  }, [JSON.stringify(current)]);
  const forget = (): void => {
    base.current = getValues();
    keep(place, []);
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
