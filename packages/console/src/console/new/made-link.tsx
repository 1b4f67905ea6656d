import type { ReturnLink } from '@backhaul/client'
import { useQueryClient } from '@tanstack/react-query'
import { Skeleton } from '../../design/skeleton.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Day } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { Copied } from '../frame/shown-once.tsx'
import { useLive } from '../live/use-live.ts'
import { mailOf } from './mail.ts'
import './new.css'

/** A new return link: its address, its QR, and a text for an email. */
export const MadeLink = ({ id }: { id: string }) => {
  const { data: link, error } = useLive(`/v2/return-links/${id}`, {}, { every: false })
  const made = useQueryClient().getQueryData<ReturnLink>(['made', id])
  return (
    <>
      <h1>{link ? 'Return link created' : 'Return link'}</h1>
      {!link && !error && <Skeleton />}
      <Problem error={error} />
      {link?.url === null && <p>The link can no longer be used.</p>}
      {link?.url != null && (
        <div className="new">
          <Copied label="Return link" value={link.url} isFirst />
          <p className="soft">
            It works until <Day on={link.last_day} />. Send it only to the shopper.
          </p>
          {made?.warnings?.map(({ code, message }) => (
            <p key={code} className="notice bad">
              {message}
            </p>
          ))}
          <img className="qr-picture" src={`${new URL(link.url).pathname}/qr`} alt="QR of the return link" />
          <Copied label="Text for an email" value={mailOf(link, link.url)} isLong />
        </div>
      )}
      <p>
        <Go to="/console/new/link">Create another</Go>
      </p>
    </>
  )
}
