import type { WebhookFailure } from '@backhaul/client'

/** Describes a failed attempt in one line. */
export const failureText = ({ status, error_class, error_message }: WebhookFailure): string =>
  error_message ?? error_class ?? (status === null ? 'no answer' : `answered ${status}`)
