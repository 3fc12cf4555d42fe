export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An entry, or a test, on its way to a webhook. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly entryId: string;
  /** Null: a test, which is no entry of the trail. */
  readonly sequence: number | null;
  readonly action: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastAttemptAt: Date | null;
  /** Null unless it is pending, and while an attempt runs. */
  readonly nextAttemptAt: Date | null;
  readonly responseStatus: number | null;
  readonly responseMs: number | null;
  readonly reason: string | null;
  /** When it was queued; of one that is delivered again on request, when that was asked for. */
  readonly createdAt: Date;
}
