import { type FormEvent, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { type FieldError, Form } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';

/** Refuses an empty city and a name, and says that the two together cannot be. */
export function FormSample() {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const errorOf = (wanted: string) => errors.find(({ name }) => name === wanted)?.message;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setErrors([
      { name: '', message: 'A person with this name lives elsewhere.' },
      { name: 'city', message: 'Enter the name of a city.' },
      { name: 'person', message: 'Enter your whole name.' },
    ]);
  };
  return (
    <>
      <Heading>Form</Heading>
      <Form onSubmit={submit} errors={errors}>
        <Field label="Your name" name="person" error={errorOf('person')} />
        <Field label="City" name="city" error={errorOf('city')} />
        <Button type="submit">Send</Button>
      </Form>
    </>
  );
}
