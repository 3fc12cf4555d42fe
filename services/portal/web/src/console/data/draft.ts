import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { tabStorage } from '../../state/tab-storage.ts';
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

function keep({ person, places }: Drafts): void {
  try {
    tabStorage.setItem(key, JSON.stringify({ person, places }));
  } catch {
    // The storage is full: what is typed lasts until the page is left.
  }
}

/** The values of a draft that are of the kind that the form has now. */
const fitting = (draft: Values | undefined, defaults: Values): Values =>
  Object.fromEntries(
    Object.entries(draft ?? {}).filter(
      ([name, value]) => Object.hasOwn(defaults, name) && typeof value === typeof defaults[name],
    ),
  );

export interface DraftForm<Form extends FieldValues> extends UseFormReturn<Form> {
  /** Forgets what was typed: it was sent, or given up. */
  readonly forget: () => void;
}

/**
 * A form of react-hook-form whose values survive a reload of the tab. `place` names one form in one place: `o/acme/webhooks/new`.
 * `secret`: fields that are never stored. A draft is forgotten when `forget` is called, when somebody else signs in, and with the tab.
 */
export function useDraft<Form extends FieldValues>(
  place: string,
  defaultValues: DefaultValues<Form>,
  secret: readonly (keyof Form & string)[] = [],
): DraftForm<Form> {
  const person = useSignedIn().user.id;
  const form = useForm<Form>({
    defaultValues: Object.assign(
      {},
      defaultValues,
      fitting(draftsOf(person).places[place], defaultValues as Values),
    ),
  });
  const { watch } = form;
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const typed = Object.entries(values).filter(([name]) => !secret.includes(name));
      keep({ person, places: { ...draftsOf(person).places, [place]: Object.fromEntries(typed) } });
    });
    return unsubscribe;
    // `secret` is a constant of the form.
  }, [watch, place, person]);
  return {
    ...form,
    forget: () => {
      const { [place]: _sent, ...places } = draftsOf(person).places;
      keep({ person, places });
    },
  };
}
