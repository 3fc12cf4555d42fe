import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { expect, it, vi } from 'vitest';
import type { Problem } from '../api/answer.ts';
import {
  BusyFormSample,
  ChoiceSample,
  FieldSamples,
  FormSample,
  OneFieldFormSample,
  WaitingFormSample,
} from '../gallery/samples.tsx';
import { passes, says } from '../testing/page.tsx';
import { words } from '../words/words.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { Select } from './select.tsx';

const user = userEvent.setup({ delay: null });
const focused = (): string | null => document.activeElement?.getAttribute('name') ?? null;
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));

it('a secret is shown and hidden by keyboard, and the button and an announcement say so', async () => {
  render(<FieldSamples />);
  const input = screen.getByLabelText<HTMLInputElement>('API key');
  expect(input.type).toBe('password');
  input.focus();
  await user.keyboard('{Tab}{Enter}');
  expect(input.type).toBe('text');
  expect(input.value).toBe('a-secret');
  expect(says('API key is shown')).toBe(true);
  await user.keyboard(' ');
  expect(input.type).toBe('password');
  expect(says('API key is hidden')).toBe(true);
});

it('a secret is neither kept nor corrected by the browser', () => {
  render(<FieldSamples />);
  const input = screen.getByLabelText('API key');
  for (const [name, value] of Object.entries({
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'none',
  }))
    expect(input.getAttribute(name)).toBe(value);
});

it('a choice is made by arrow keys, and shows the fields of what is chosen', async () => {
  render(<ChoiceSample />);
  screen.getByRole('radio', { name: 'With a key' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByLabelText('User name')).toBeDefined();
  expect(screen.queryByLabelText('Key')).toBeNull();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Later' }).checked).toBe(true);
});

it('a form focuses the first field with an error after each refusal, and lists errors as links to their fields', async () => {
  render(<FormSample />);
  await press('Send');
  expect(focused()).toBe('person');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getAllByRole('link')).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'Enter the name of a city.' }));
  expect(focused()).toBe('city');
  expect(location.hash).toBe('');
  await user.keyboard('{Enter}');
  expect(focused()).toBe('person');
});

it('a form leaves the focus where somebody types while errors come and go', async () => {
  render(<FormSample />);
  await press('Send');
  await user.type(screen.getByLabelText('City'), 'Kiel');
  expect(screen.queryByRole('link', { name: 'Enter the name of a city.' })).toBeNull();
  expect(focused()).toBe('city');
});

it('a form with one wrong field says so once, at the field, and announces it', async () => {
  render(<OneFieldFormSample />);
  await press('Check the code');
  expect(focused()).toBe('code');
  const message = 'Enter all eight letters.';
  expect(screen.getAllByText(message)).toHaveLength(2);
  const announced = [...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
  expect(announced).toContain(message);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a form is not sent by its busy button, nor by the Enter key', async () => {
  render(<BusyFormSample />);
  await user.click(screen.getByRole('checkbox', { name: 'Busy' }));
  await press('Send again');
  await user.type(screen.getByLabelText('Something to send'), '{Enter}');
  expect(says('Sent 0 times')).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Busy' }));
  await press('Send again');
  expect(says('Sent 1 times')).toBe(true);
});

it('a button waits while the time of a refusal for too many requests counts down, without announcing each second', async () => {
  render(<WaitingFormSample />);
  const button = screen.getByRole('button', { name: 'Try again' });
  expect(says('You can try again in 2 minutes.')).toBe(true);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await passes(90_000);
  expect(says(/You can try again in \d+ seconds\./)).toBe(true);
  expect(document.querySelector('[role=alert] [aria-live=off]')).not.toBeNull();
  await passes(60_000);
  expect(says('You can try again now.')).toBe(true);
  expect(button.getAttribute('aria-disabled')).toBe('false');
});

const refused = (...errors: Problem['errors']): Problem => ({ status: 400, errors });

/** A form whose names reach 20 characters. */
const Named = ({
  problem,
  onSend,
}: {
  readonly problem?: Problem;
  readonly onSend?: (event: FormEvent) => void;
}) => (
  <Form problem={problem} onSubmit={onSend ?? (() => undefined)}>
    <Field label="Name" name="name" maxLength={20} defaultValue="" />
    <button type="submit">Send</button>
  </Form>
);

it('a text that is too long is not cut: its field counts, and the form is not sent', async () => {
  const onSend = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  render(<Named onSend={onSend} />);
  const input = screen.getByLabelText<HTMLInputElement>('Name');
  await user.type(input, 'Nine char');
  expect(says('11 characters left')).toBe(false);
  await user.type(input, '!');
  expect(says('10 characters left')).toBe(true);
  await user.type(input, '12345678901 ');
  expect(input.value).toHaveLength(22);
  expect(says('1 character too many. The maximum is 20.')).toBe(true);
  await press('Send');
  expect(onSend).not.toHaveBeenCalled();
  expect(focused()).toBe('name');
  await user.type(input, '{Backspace}{Backspace}');
  await press('Send');
  expect(onSend).toHaveBeenCalledTimes(1);
});

it('a refused field says so under its own label until it is edited, and gets the focus', async () => {
  const problem = refused({ path: 'name', message: 'must not contain a tab' });
  const { rerender } = render(<Named />);
  await press('Send');
  rerender(<Named problem={problem} />);
  expect(says('Name must not contain a tab.')).toBe(true);
  expect(focused()).toBe('name');
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  await user.type(screen.getByLabelText('Name'), 'x');
  expect(says('Name must not contain a tab.')).toBe(false);
});

it('a refused choice, which shows no error of its own, is named above the fields', () => {
  const problem = refused({ path: 'level', message: 'is not allowed' });
  render(
    <Form problem={problem} onSubmit={() => undefined}>
      <input type="radio" name="level" />
      <Select label="Role" name="role" options={[]} />
    </Form>,
  );
  expect(says('Level is not allowed.')).toBe(true);
});

it('a refused field that the form does not have is named above the fields, and is not called our fault', () => {
  render(<Named problem={refused({ path: 'settings.returnUrl', message: 'must be https' })} />);
  expect(says('Return url must be https.')).toBe(true);
  expect(says(words.common.unexpected)).toBe(false);
});
