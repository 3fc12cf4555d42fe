import type { Schemas } from '@patchbay/client';
import { Alert } from '../../../parts/alert.tsx';
import { Actions, Button } from '../../../parts/button.tsx';
import { Text } from '../../../parts/text.tsx';
import { usePages } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Sample } from '../../samples/sample.tsx';
import { deliveryBody as text } from '../../words/en/delivery-body.ts';
import { words } from '../../words/words.ts';
import { around, bodyOf } from './sent-body.ts';

interface DeliveryBodyProps {
  readonly orgSlug: string;
  readonly delivery: Schemas['Delivery'];
  readonly onClose: () => void;
}

/** The body that a delivery sent, from the entry in the audit trail. */
export function DeliveryBody({ orgSlug, delivery, onClose }: DeliveryBodyProps) {
  const action = delivery.action as Schemas['AuditAction'];
  const { query, rows, more } = usePages(
    'listAuditLogs',
    'auditLogs',
    { orgSlug, action, ...around(delivery.entryId), limit: 200 },
    { live: false },
  );
  const entry = rows?.find(({ id }) => id === delivery.entryId);
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Text kind="quiet">{text.lead}</Text>
      <Loaded query={{ ...query, data: rows }}>
        {() =>
          entry !== undefined ? (
            <Sample title={text.code} code={bodyOf(entry)} />
          ) : query.hasNextPage ? (
            <Button kind="other" busy={query.isFetchingNextPage} onClick={more}>
              {text.older}
            </Button>
          ) : (
            <Alert kind="information">{text.missing}</Alert>
          )
        }
      </Loaded>
      <Actions>
        <Button kind="other" onClick={onClose}>
          {words.common.close}
        </Button>
      </Actions>
    </Dialog>
  );
}
