import { type FormEvent, useState } from 'react';
import { Alert } from '../parts/alert.tsx';
import { Actions, Button, ButtonLink } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { Choice, Choices } from '../parts/choice.tsx';
import { Facts } from '../parts/facts.tsx';
import { Field } from '../parts/field.tsx';
import { Fold } from '../parts/fold.tsx';
import { type FieldError, Form } from '../parts/form.tsx';
import { Progress } from '../parts/loading.tsx';
import { Joined, Monogram } from '../parts/monogram.tsx';
import { Card } from '../parts/page.tsx';
import { Points } from '../parts/points.tsx';
import { ProblemAlert, TryAgain } from '../parts/problem.tsx';
import { Select } from '../parts/select.tsx';
import { Steps } from '../parts/steps.tsx';
import { Code, Heading, Name, Text } from '../parts/text.tsx';

/** Possible names: an ordinary one, one of a hundred letters without a space, and a right-to-left one. */
export const names = {
  ordinary: 'Northwind Media',
  long: 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 100),
  rightToLeft: 'شركة النيل للإعلان (٢٠٢٦)',
};

const facts = [
  { name: 'Organization', value: names.ordinary },
  { name: 'Workspace', value: names.rightToLeft },
  { name: 'Integration', value: names.long },
  { name: 'Works until', value: '24 December 2026 at 18:00' },
];
const providers = ['Google Ads', 'Meta', 'TikTok', 'LinkedIn', 'Amazon DSP', 'Criteo', 'شركة', '👩‍🎨'];

export const TextSamples = () => (
  <>
    <Heading>Texts and names</Heading>
    <Text>
      <Name>{names.ordinary}</Name> asks for access. A text can have <a href="#links">a link</a> in it.
    </Text>
    <Text>
      <Name>{names.rightToLeft}</Name> and <Name>{names.long}</Name> ask for access.
    </Text>
    <Text kind="quiet">You will be sent to accounts.google.com and come back here.</Text>
    <Heading>Facts</Heading>
    <Facts facts={facts} />
    <Card>
      <Heading>In a card</Heading>
      <Facts facts={facts} />
    </Card>
    <Heading note={<a href="#links">A link under a heading</a>}>Points</Heading>
    <Points symbol="check" label="What is possible" points={['See reports.', `See ${names.long}.`]} />
    <Points symbol="lock" label="What is not possible" points={['Nobody sees your password.']} />
    <Heading>Folds</Heading>
    <Fold summary={<h3>Workspaces</h3>} open>
      <Fold summary={<Name>{names.ordinary}</Name>} open>
        <Text>What is inside.</Text>
      </Fold>
      <Fold summary={<Name>{names.long}</Name>}>
        <Text>What is inside.</Text>
      </Fold>
    </Fold>
    <Heading>Code</Heading>
    <Code>WDJB-MJHT</Code>
    <Heading>Alerts</Heading>
    <Alert kind="information">This link works until tomorrow.</Alert>
    <Alert kind="success">The invitation was accepted.</Alert>
    <Alert kind="warning">Only approve what you started yourself.</Alert>
    <Alert kind="failure">That link was already used.</Alert>
    <ProblemAlert problem={{ status: 500, errors: [], requestId: '0197a0c4-7d7e-7f0e-9b36-d5ce2e8f6a21' }} />
    <Heading>Monograms</Heading>
    <Text>
      {providers.map((provider) => (
        <span key={provider}>
          <Monogram name={provider} />{' '}
        </span>
      ))}
    </Text>
    <Joined from={names.ordinary} to="Google Ads" />
    <Heading>Steps</Heading>
    <Steps steps={['Read who asks', `Choose an account of ${names.long}`, 'Confirm', 'Done']} current={1} />
    <Steps row steps={['Read', 'Choose', 'Confirm']} current={1} />
    <Heading>Progress</Heading>
    <Progress />
  </>
);

const kinds = ['main', 'other', 'quiet', 'danger'] as const;

export const ButtonSamples = () => (
  <>
    <Heading>Buttons</Heading>
    {kinds.map((kind) => (
      <Button key={kind} kind={kind}>
        {kind}
      </Button>
    ))}
    <Heading>Busy buttons</Heading>
    {kinds.map((kind) => (
      <Button key={kind} kind={kind} busy>
        {kind}, busy
      </Button>
    ))}
    <Heading>Side by side</Heading>
    <Actions>
      <Button kind="other">Decline</Button>
      <Button>Accept</Button>
    </Actions>
    <Actions>
      <Button kind="other">Sign out and use another address</Button>
      <Button>Accept</Button>
    </Actions>
    <Heading>Links</Heading>
    <ButtonLink href="#next">Go on</ButtonLink>
    <ButtonLink kind="other" href="#long">
      Go on to {names.long}
    </ButtonLink>
  </>
);

const regions = [
  { value: 'eu', label: 'Europe' },
  { value: 'na', label: names.long },
];

export const FieldSamples = () => (
  <Form onSubmit={(event) => event.preventDefault()}>
    <Heading>Fields</Heading>
    <Field label="Email" type="email" placeholder="you@company.com" />
    <Field label="Account number" help="Ten digits. It stands in the upper corner of your account." />
    <Field label="Note" required={false} />
    <Field label="Invited address" value="ada@northwind.example" readOnly />
    <Field label="Slug" defaultValue="North wind" error="Use small letters, digits and hyphens." />
    <Field label="API key" help="You find it under Settings, then Access." secret defaultValue="a-secret" />
    <Field label="Client secret" secret error="This is too short." />
    <Select label="Region" help="Where your account was made." options={regions} />
    <Select label="Other region" error="Choose another region." options={regions} />
    <Checkbox label="Include archived accounts" />
    <Checkbox label={names.long} help="You can change this later." defaultChecked />
    <Checkbox label="I may do this" error="Confirm this to go on." />
  </Form>
);

export function ChoicesSample() {
  const [values, setValues] = useState<ReadonlySet<string>>(new Set(['search']));
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <Heading>Choice of several</Heading>
      <Choices
        legend="3 accounts"
        values={values}
        onToggle={(value) => {
          const changed = new Set(values);
          if (!changed.delete(value)) changed.add(value);
          setValues(changed);
        }}
        options={[
          { value: 'search', label: 'Nordlicht Search', help: '1234567890 · customer · EUR' },
          { value: 'shop', label: 'Nordlicht Shop', help: '2345678901 · customer · EUR' },
          { value: 'maps', label: 'Nordlicht Maps' },
        ]}
        error={values.size === 0 ? 'Choose at least one account.' : undefined}
      />
    </Form>
  );
}

export function ChoiceSample() {
  const [value, setValue] = useState('key');
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
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
      <Choice
        legend="Which account?"
        value=""
        error="Choose an account."
        onChange={() => {}}
        options={[{ value: '1', label: names.rightToLeft, help: names.long }]}
      />
    </Form>
  );
}

/** Refuses every submission. The error of the city disappears when its field is edited. */
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
        <Field
          label="City"
          name="city"
          error={errorOf('city')}
          onChange={() => setErrors(errors.filter(({ name }) => name !== 'city'))}
        />
        <Button type="submit">Send</Button>
      </Form>
    </>
  );
}

/** Refuses its one field. */
export function OneFieldFormSample() {
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setError('Enter all eight letters.');
  };
  return (
    <>
      <Heading>Form with one field</Heading>
      <Form onSubmit={submit} errors={error === undefined ? [] : [{ name: 'code', message: error }]}>
        <Field label="Code" name="code" error={error} />
        <Button type="submit">Check the code</Button>
      </Form>
    </>
  );
}

const tooMany = { status: 429, errors: [], retryAfter: 120 };

/** A form that may be sent again after two minutes. */
export const WaitingFormSample = () => (
  <>
    <Heading>Form that has to wait</Heading>
    <ProblemAlert problem={tooMany} />
    <TryAgain problem={tooMany} onClick={() => {}} />
  </>
);

/** Counts how often it was sent. Sends nothing while it is busy. */
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
