import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Problem } from '../../../api/answer.ts';
import {
  alternativesOf,
  type FormValues,
  refusedFields,
  shownFields,
} from '../../../pages/connect/fields.ts';
import { ProviderFields } from '../../../pages/connect/provider-fields.tsx';
import { grantedWith, providerWords } from '../../../pages/connect/provider-words.ts';
import { Alert } from '../../../parts/alert.tsx';
import { Button } from '../../../parts/button.tsx';
import { Choice } from '../../../parts/choice.tsx';
import { Field } from '../../../parts/field.tsx';
import { Fold } from '../../../parts/fold.tsx';
import { Form } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { isPageAddress } from '../../../state/address.ts';
import { words as pageWords } from '../../../words/words.ts';
import { useOrganization, useWorkspace } from '../../data/access.tsx';
import { longest } from '../../data/api-bounds.ts';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { LinkDays } from '../../parts/link-days.tsx';
import { notify } from '../../parts/toasts.tsx';
import { newIntegration as newIntegrationWords } from '../../words/en/new-integration.ts';
import { words } from '../../words/words.ts';
import { ClientPreview } from './client-preview.tsx';
import { creationOf, problemsOf, settingsOf, startOf } from './creation.ts';
import styles from './new-integration.module.css';

const text = newIntegrationWords;

interface CreationFormProps {
  readonly provider: Schemas['Provider'];
  /** Why the caller cannot create an integration. */
  readonly refused: string | undefined;
}

/** The form for a new integration of a provider. */
export function CreationForm({ provider, refused }: CreationFormProps) {
  const { slug: orgSlug } = useOrganization();
  const { id: workspaceId, slug: workspaceSlug } = useWorkspace();
  const navigate = useNavigate();
  const create = useChange('createIntegration');
  const wait = useWait(create.problem);
  const fields = settingsOf(provider);
  const { forget, ...form } = useDraft<FormValues>(
    `w/${workspaceId}/integrations/new/${provider.provider}`,
    { ...startOf(provider), group: alternativesOf(fields)[0]?.group ?? '' },
    fields.filter(({ type }) => type === 'secret').map(({ name }) => name),
  );
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  // Open if the draft has a value in it.
  const [wantsMore, setWantsMore] = useState(form.getValues('returnUrl') !== '');
  const access = watch('access') === 'manage' ? 'manage' : 'read';
  const group = String(watch('group'));
  const shown = shownFields(fields, group);
  /** In the order of the page, for the summary of errors. */
  const named = [
    { name: 'name', label: text.name },
    ...shown,
    { name: 'returnUrl', label: text.returnUrl },
    { name: 'connectLinkExpiresInDays', label: words.connectLink.days },
  ];

  const refusalsOf = ({ errors: problems }: Problem) =>
    refusedFields(
      problemsOf(problems),
      named.map((field) => ({ type: 'string', required: false, ...field })),
    );
  const submit = form.handleSubmit(async (values) => {
    const answer = await create.run({ orgSlug, workspaceSlug, body: creationOf(provider, shown, values) });
    if (!answer.ok) {
      const { pattern } = pageWords.connect.problems;
      for (const { field, message } of refusalsOf(answer.problem).fields)
        form.setError(field.name, {
          message: message === undefined ? pattern : pageWords.connect.refusedField(message),
        });
      return;
    }
    forget();
    notify(text.created(answer.data.name));
    // Replaces the history entry: Back leads to the list of systems, not to the form.
    void navigate(`?${new URLSearchParams({ created: answer.data.id })}`, { replace: true });
  });
  const summary = named.flatMap(({ name, label }) => {
    const message = errors[name]?.message;
    return isSubmitted && message !== undefined
      ? [{ name, message: pageWords.connect.problemOf(label, message) }]
      : [];
  });
  const refusals = create.problem && refusalsOf(create.problem);
  const own = providerWords(pageWords.providers, provider.provider);
  return (
    <div className={styles.sides}>
      <div className={`${styles.column} ${styles.card}`}>
        <Form onSubmit={(event) => void submit(event)} errors={summary}>
          {refusals !== undefined && refusals.others.length > 0 && (
            <Alert kind="failure">{refusals.others.join(' ')}</Alert>
          )}
          {create.problem !== undefined && create.problem.errors.length === 0 && (
            <ProblemAlert problem={create.problem} />
          )}
          <Field
            label={text.name}
            help={text.nameHelp}
            maxLength={longest.name}
            autoComplete="off"
            error={errors['name']?.message}
            {...register('name', {
              validate: (typed) => String(typed).trim() !== '' || pageWords.connect.problems.missing,
            })}
          />
          <div className={styles.choice}>
            <Choice
              legend={text.access}
              name="access"
              value={access}
              onChange={(chosen) => setValue('access', chosen)}
              options={provider.access.map((value) => ({
                value,
                label: text.accessNames[value],
                help: text.accessHelp(grantedWith(own, value).possible.join(' ')),
              }))}
            />
            {provider.access.length > 1 && <p className={styles.note}>{text.accessNote}</p>}
          </div>
          {fields.length > 0 && (
            <div className={styles.settings}>
              <h2>{text.settings}</h2>
              <p className={styles.note}>{text.settingsNote(provider.name)}</p>
              <ProviderFields
                form={form}
                fields={fields}
                chosen={group}
                onChoose={(chosen) => setValue('group', chosen)}
              />
            </div>
          )}
          <Fold
            summary={text.more}
            open={
              wantsMore ||
              errors['returnUrl'] !== undefined ||
              errors['connectLinkExpiresInDays'] !== undefined
            }
            onToggle={setWantsMore}
          >
            <div className={styles.more}>
              <Field
                label={text.returnUrl}
                help={text.returnUrlHelp}
                required={false}
                type="url"
                inputMode="url"
                autoComplete="off"
                maxLength={longest.address}
                error={errors['returnUrl']?.message}
                {...register('returnUrl', {
                  validate: (typed) =>
                    String(typed).trim() === '' || isPageAddress(String(typed).trim()) || text.returnUrlError,
                })}
              />
              <LinkDays
                error={errors['connectLinkExpiresInDays']?.message}
                {...register('connectLinkExpiresInDays')}
              />
            </div>
          </Fold>
          <div className={styles.submit}>
            <Button
              type="submit"
              busy={create.busy}
              waits={wait > 0}
              refused={refused ?? (provider.configured ? undefined : text.notSetUp)}
            >
              {text.submit}
            </Button>
          </div>
        </Form>
      </div>
      <ClientPreview provider={provider} name={String(watch('name')).trim()} access={access} />
    </div>
  );
}
