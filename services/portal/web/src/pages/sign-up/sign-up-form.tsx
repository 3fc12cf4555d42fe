import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import type { Problem, Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, listOf } from '../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { settings } from '../../settings.ts';
import { keepEmail } from '../../state/typed-email.ts';
import { useOnce } from '../../state/use-once.ts';
import { words } from '../../words/words.ts';
import { isEmail } from '../sign-in/email.ts';
import { type Refusal, refusalsOf, type SignUpValues, signUpFields } from './refusal.ts';
import { isSlug, suggestSlug } from './slug.ts';

type Provider = Schemas['SignUpProvider'];

interface SignUpFormProps {
  /** Owned by the page, so that typed values survive while it shows something else. */
  readonly form: UseFormReturn<SignUpValues>;
  /** Undefined: accepted. */
  readonly onSend: (signUp: Schemas['SignUp']) => Promise<Problem | undefined>;
}

const textOf = (refusal: Refusal): string => {
  if (!('taken' in refusal))
    return words.common.fieldError(words.signUp.fields[refusal.field], refusal.message);
  return refusal.taken === 'slug' ? words.signUp.slugTaken : words.signUp.domainTaken;
};

export function SignUpForm({ form, onSend }: SignUpFormProps) {
  const { fields, errors: wrong } = words.signUp;
  const [busy, once] = useOnce();
  const [provider, setProvider] = useState<Provider>('magic-link');
  const [problem, setProblem] = useState<Problem>();
  const wait = useWait(problem);
  const { register, handleSubmit, setValue, getValues, setError, watch, formState } = form;
  const { errors, isSubmitted } = formState;
  const slug = watch('organizationSlug').trim();
  const refusals = problem === undefined ? [] : refusalsOf(problem);

  const submit = handleSubmit((values) =>
    once(async () => {
      const refused = await onSend({
        email: values.email.trim(),
        name: values.name.trim(),
        organizationName: values.organizationName.trim(),
        organizationSlug: values.organizationSlug.trim(),
        provider,
      });
      setProblem(refused);
      if (refused === undefined) return;
      const [first, ...others] = refusalsOf(refused);
      for (const refusal of others) setError(refusal.field, { message: textOf(refusal) });
      if (first !== undefined) setError(first.field, { message: textOf(first) }, { shouldFocus: true });
    }),
  );
  const filled = (message: string) => (typed: string) => typed.trim() !== '' || message;
  const suggested = useRef(suggestSlug(getValues('organizationName')));
  const suggest = (name: string): void => {
    // The person typed another slug.
    if (getValues('organizationSlug') !== suggested.current) return;
    suggested.current = suggestSlug(name);
    setValue('organizationSlug', suggested.current, { shouldValidate: isSubmitted });
  };

  return (
    <>
      {problem !== undefined && refusals.length === 0 && <ProblemAlert problem={problem} />}
      {refusals.some((refusal) => 'taken' in refusal && refusal.taken === 'domain') && (
        <Alert kind="information">
          {words.signUp.joinInstead} <Link to="/sign-in">{words.signUp.signIn}</Link>
        </Alert>
      )}
      <Form onSubmit={(event) => void submit(event)} errors={isSubmitted ? listOf(errors, signUpFields) : []}>
        <Field
          label={fields.email}
          help={words.signUp.emailHelp}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck="false"
          error={errors.email?.message}
          {...register('email', {
            validate: (typed) => isEmail(typed) || wrong.email,
            onChange: ({ target }: { target: HTMLInputElement }) => keepEmail(target.value),
          })}
        />
        <Field
          label={fields.name}
          autoComplete="name"
          maxLength={100}
          error={errors.name?.message}
          {...register('name', { validate: filled(wrong.name) })}
        />
        <Field
          label={fields.organizationName}
          autoComplete="organization"
          maxLength={100}
          error={errors.organizationName?.message}
          {...register('organizationName', {
            validate: filled(wrong.organizationName),
            onChange: ({ target }: { target: HTMLInputElement }) => suggest(target.value),
          })}
        />
        <Field
          label={fields.organizationSlug}
          help={words.signUp.slugHelp(`${settings.apiUrl}/v1/organizations/${slug === '' ? '…' : slug}`)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          error={errors.organizationSlug?.message}
          {...register('organizationSlug', { validate: (typed) => isSlug(typed) || wrong.organizationSlug })}
        />
        {settings.signInProviders.length > 0 && (
          <Choice
            legend={words.signUp.how}
            options={(['magic-link', ...settings.signInProviders] as const).map((value) => ({
              value,
              label: words.signUp.ways[value],
            }))}
            value={provider}
            onChange={(value) => setProvider(value as Provider)}
          />
        )}
        <Button type="submit" busy={busy} waits={wait > 0}>
          {words.signUp.create}
        </Button>
      </Form>
    </>
  );
}
