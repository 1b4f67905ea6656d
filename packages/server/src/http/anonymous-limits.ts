// Rate limit for requests without valid credentials: pages, documentation, files, unknown paths and methods, wrong keys, known keys without
// a valid signature or from another address, sessions with another origin, and malformed HTTP. All of them share one rate per address and
// one rate for all addresses, so that anonymous callers cannot slow the service for callers with credentials. Signed requests, sessions,
// /healthz and /readyz are not counted.
import type { Socket } from 'node:net'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { ownerOf } from './admission.ts'
import { AnonymousRates } from './anonymous-rates.ts'

declare module 'fastify' {
  interface FastifyInstance {
    anonymous: AnonymousLimits
  }
}

/** Per minute. Offices and telephone networks share an address, and a page of the console loads about twenty files. */
export const ANSWERS_OF_ADDRESS = 3_000
export const ANSWERS_OF_ALL = 15_000

export class AnonymousLimits {
  readonly #rates: AnonymousRates

  constructor(rates = new AnonymousRates()) {
    this.#rates = rates
  }

  /** Counts an answer to bytes that are not a request. Returns false if there were too many, so no answer is sent. */
  mayAnswer({ remoteAddress }: Pick<Socket, 'remoteAddress'>): boolean {
    return this.take({ ip: remoteAddress ?? '' }) === null
  }

  /** Counts an answer to an anonymous caller. Returns a refusal to send instead if there were too many. */
  take({ ip }: Pick<FastifyRequest, 'ip'>): Refusal | null {
    const wait_s = this.#rates.take(`address/${ownerOf(ip)}`, ANSWERS_OF_ADDRESS) || this.#rates.take('all', ANSWERS_OF_ALL)
    if (wait_s === 0) return null
    const message =
      'Too many requests without a valid key, signature or session came from your address, or from all addresses together; wait for Retry-After seconds.'
    return refuse('rate_limited', message, { retry_after_s: wait_s })
  }
}
