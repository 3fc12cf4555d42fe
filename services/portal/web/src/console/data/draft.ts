import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { tabStorage } from '../../state/tab-storage.ts';

/** Of one form in one place: `o/acme/webhooks/new`. */
const nameOf = (place: string): string => `patchbay.draft.${place}`;

function kept(place: string): object {
  try {
    return Object(JSON.parse(tabStorage.getItem(nameOf(place)) ?? '{}')) as object;
  } catch {
    return {};
  }
}

export interface DraftForm<Values extends FieldValues> extends UseFormReturn<Values> {
  /** Forgets what was typed: it was sent, or given up. */
  readonly forget: () => void;
}

/**
 * A form of react-hook-form whose values survive a reload of the tab. `secret`: fields that are never stored. The draft is forgotten when
 * `forget` is called, and with the tab.
 */
export function useDraft<Values extends FieldValues>(
  place: string,
  defaultValues: DefaultValues<Values>,
  secret: readonly (keyof Values & string)[] = [],
): DraftForm<Values> {
  const form = useForm<Values>({ defaultValues: Object.assign({}, defaultValues, kept(place)) });
  const { watch } = form;
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const typed = Object.entries(values).filter(([name]) => !secret.includes(name));
      tabStorage.setItem(nameOf(place), JSON.stringify(Object.fromEntries(typed)));
    });
    return unsubscribe;
    // `secret` is a constant of the form.
  }, [watch, place]);
  return { ...form, forget: () => tabStorage.removeItem(nameOf(place)) };
}
