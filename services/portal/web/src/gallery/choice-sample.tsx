import { useState } from 'react';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { Heading } from '../parts/heading.tsx';

export function ChoiceSample() {
  const [value, setValue] = useState('key');
  return (
    <>
      <Heading>Choice</Heading>
      <Choice
        legend="How do you want to give access?"
        value={value}
        onChange={setValue}
        options={[
          { value: 'key', label: 'With a key', content: <Field label="Key" secret /> },
          {
            value: 'user',
            label: 'With a user name',
            help: 'Of a user that was made for this purpose.',
            content: (
              <>
                <Field label="User name" />
                <Field label="Password" secret />
              </>
            ),
          },
          { value: 'later', label: 'Later' },
        ]}
      />
    </>
  );
}
