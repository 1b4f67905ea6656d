import type { ConsoleLink } from '@backhaul/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Refused, request } from '../../../shared/api.ts'
import { Problem } from '../../../shared/problem.tsx'
import { Time } from '../../../shared/time.tsx'
import { useList } from '../use-list.ts'

export const LINKS = '/v2/console-links'

const isOpen = ({ used_at, revoked_at, expires_at }: ConsoleLink): boolean =>
  used_at === null && revoked_at === null && Date.parse(expires_at) > Date.now()

const Row = ({ link }: { link: ConsoleLink }) => {
  const client = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => request('DELETE', `${LINKS}/${link.id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [LINKS] }),
  })
  return (
    <li className="row">
      <div>
        <strong dir="auto">{link.name}</strong> <span className="soft">{link.access}</span>
        <div className="soft" dir="auto">
          {link.email}
        </div>
        <div className="soft">
          Valid until <Time at={link.expires_at} />
        </div>
        <Problem error={withdraw.error} />
      </div>
      <button
        type="button"
        disabled={withdraw.isPending}
        aria-label={`Withdraw the link of ${link.name}`}
        onClick={() => withdraw.mutate()}
      >
        Withdraw
      </button>
    </li>
  )
}

/** Links that nobody has opened yet. */
export const Links = () => {
  const { items, error, more } = useList<ConsoleLink>(LINKS)
  if (error instanceof Refused && error.status === 403) return null
  const open = items.filter(isOpen)
  if (!error && open.length === 0 && !more) return null
  return (
    <section aria-labelledby="links">
      <h2 id="links">Links that nobody has opened yet</h2>
      <Problem error={error} />
      <ul className="rows">
        {open.map((link) => (
          <Row key={link.id} link={link} />
        ))}
      </ul>
      {more && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </section>
  )
}
