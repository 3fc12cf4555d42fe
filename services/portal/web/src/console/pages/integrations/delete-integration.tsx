import { useChange, useRead } from '../../data/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import styles from './delete-integration.module.css';
import type { PanelProps } from './integration-here.ts';

const text = words.integrations.delete;

interface DeleteIntegrationProps extends PanelProps {
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for the name, and lists what is deleted with the integration. */
export function DeleteIntegration({ at, integration, onDeleted, onClose }: DeleteIntegrationProps) {
  const remove = useChange('deleteIntegration');
  const { name, providerName, connectedAt, connectLink, authMethod } = integration;
  const grants =
    useRead('listGrants', at).data?.grants.filter(({ status }) => status === 'active').length ?? 0;
  const wasConnected = connectedAt !== null;
  const parts = [
    wasConnected && text.credentials(providerName),
    connectLink?.expired === false && text.link,
    grants > 0 && text.grants(grants),
    wasConnected && authMethod === 'oauth' && text.others(providerName),
  ].filter((part) => part !== false);
  const confirm = async (): Promise<void> => {
    const answer = await remove.run(at);
    if (!answer.ok) return;
    notify(words.integrations.done.deleted(name));
    onDeleted();
  };
  return (
    <Confirm
      title={text.title(name)}
      action={text.submit}
      typed={name}
      busy={remove.busy}
      problem={remove.problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {text.text} {parts.length > 0 && text.lead}
      </p>
      {parts.length > 0 && (
        <ul className={styles.list}>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </Confirm>
  );
}
