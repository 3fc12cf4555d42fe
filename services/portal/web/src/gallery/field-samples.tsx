import { Checkbox } from '../parts/checkbox.tsx';
import { Field } from '../parts/field.tsx';
import { Heading } from '../parts/heading.tsx';
import { Select } from '../parts/select.tsx';
import { names } from './names.ts';

const regions = [
  { value: 'eu', label: 'Europe' },
  { value: 'na', label: names.long },
];

export const FieldSamples = () => (
  <>
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
  </>
);
