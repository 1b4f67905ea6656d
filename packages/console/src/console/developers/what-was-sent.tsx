import type { Delivery, Webhook } from '@backhaul/client'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { Fact } from '../facts.tsx'
import { Code } from './code.tsx'
import { useSide } from './use-side.ts'

/** Returns the original bytes. If they were parsed and serialized again, they would no longer match the signature. */
const readBody = async (path: `/v2/${'' | 'ops/'}events/${string}`, signal: AbortSignal): Promise<string> =>
  (await request('GET', path, { accept: 'application/json', signal })).text()

const headersOf = ({ id, event_id, attempts, attempt_count }: Delivery, webhook: Webhook | undefined): [string, string][] => {
  const last = attempts.at(-1)
  return [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Backhaul-Webhooks/2'],
    ['X-Service-Event-Id', event_id],
    ['X-Service-Delivery-Id', id],
    ['X-Service-Attempt', last ? `${last.attempt}` : `${attempt_count + 1}`],
    ['X-Service-Timestamp', 'Unix time of the attempt, in seconds'],
    ['X-Service-Signature', 'made with the secret, not stored'],
    ...(webhook?.signing === 'standard'
      ? ([
          ['webhook-id', event_id],
          ['webhook-timestamp', 'Unix time of the attempt, in seconds'],
          ['webhook-signature', 'made with the secret, not stored'],
        ] as [string, string][])
      : []),
  ]
}

/** Shows the request: its headers, and its body byte for byte as sent. */
export const WhatWasSent = ({ delivery, webhook }: { delivery: Delivery; webhook: Webhook | undefined }) => {
  const { base } = useSide()
  const path = `${base}/events/${delivery.event_id}` as const
  const { data: body, error } = useQuery({
    queryKey: ['bytes', path],
    queryFn: ({ signal }) => readBody(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-labelledby="sent">
      <h2 id="sent">Request</h2>
      <p>
        Headers of the latest attempt, and the body. The body is the same in all attempts.{' '}
        <a href="/docs/guide/webhooks#headers">What each header means</a>
      </p>
      <dl data-raw>
        {headersOf(delivery, webhook).map(([name, value]) => (
          <Fact key={name} name={name}>
            <code>{value}</code>
          </Fact>
        ))}
      </dl>
      <Problem error={error} />
      {body !== undefined && <Code label="Request body" text={body} />}
    </section>
  )
}
