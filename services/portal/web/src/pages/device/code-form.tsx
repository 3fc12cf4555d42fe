import { type ChangeEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, listOf } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { Text } from '../../parts/text.tsx';
import { words } from '../../words/words.ts';
import { formatTyped, isWholeCode } from './user-code.ts';

interface CodeFormProps {
  /** The initial value of the field; '' for none. */
  readonly code: string;
  /** A code that no device has. It stays in the field, with an error. */
  readonly unknownCode?: string | undefined;
  readonly onCode: (code: string) => void;
}

function formatInPlace({ target }: ChangeEvent<HTMLInputElement>): void {
  const { value, caret } = formatTyped({
    value: target.value,
    caret: target.selectionStart ?? target.value.length,
  });
  if (value === target.value) return;
  target.value = value;
  target.setSelectionRange(caret, caret);
}

/** The form for the code that a device shows. */
export function CodeForm({ code: filledIn, unknownCode, onCode }: CodeFormProps) {
  // A code from a link has to be compared with the device first, so the heading gets the focus.
  const empty = filledIn === '';
  const form = useForm({ defaultValues: { code: unknownCode ?? filledIn } });
  const { errors } = form.formState;
  const { setError } = form;
  useEffect(() => {
    if (unknownCode !== undefined)
      setError('code', { message: words.device.unknown(unknownCode) }, { shouldFocus: true });
  }, [setError, unknownCode]);
  const submit = form.handleSubmit(({ code }) => onCode(code));
  const field = form.register('code', {
    validate: (typed) => isWholeCode(typed) || words.device.codeError,
  });
  return (
    <Page title={words.device.title} lead={words.device.lead} focusesField={empty}>
      <Form onSubmit={(event) => void submit(event)} errors={listOf(errors, ['code'])}>
        <Field
          label={words.device.code}
          help={words.device.codeHelp}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck="false"
          autoFocus={empty}
          error={errors.code?.message}
          {...field}
          onChange={(event) => {
            formatInPlace(event);
            void field.onChange(event);
          }}
        />
        <Button type="submit">{words.device.next}</Button>
      </Form>
      <Text kind="quiet">{words.device.onlyYours}</Text>
    </Page>
  );
}
