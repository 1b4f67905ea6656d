import type { WebhookFailure } from '@backhaul/client'

/** What came of an attempt that failed, in one line. */
export const failureText = ({ status, error_class, error_message }: WebhookFailure): string =>
  error_message ?? error_class ?? (status === null ? 'no answer' : `answered ${status}`)
