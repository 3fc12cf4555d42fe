import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { Text } from '../parts/text.tsx';

/** Counts how often it was sent; not while it is busy. */
export function BusyFormSample() {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  return (
    <>
      <Heading>Form that is being sent</Heading>
      <Checkbox label="Busy" checked={busy} onChange={() => setBusy(!busy)} />
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          setSent(sent + 1);
        }}
      >
        <Field label="Something to send" />
        <Button type="submit" busy={busy}>
          Send again
        </Button>
      </Form>
      <Text kind="quiet">Sent {sent} times</Text>
    </>
  );
}
