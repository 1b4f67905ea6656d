import type { Credentials, Partner } from '@backhaul/client'
import { useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { Listed } from '../lists/listed.tsx'
import { useCommand, useLiveList } from '../live/use-live.ts'
import { NamedLink } from '../names.tsx'
import { MadeCredentials } from './credentials.tsx'
import { sizeText } from './numbers.ts'
import { PartnerForm } from './partner-form.tsx'

const PATH = '/v2/ops/partners'

const COLUMNS: Column<Partner>[] = [
  { title: 'Name', cell: ({ id, name }) => <NamedLink to={`/console/partners/${id}`}>{name}</NamedLink>, width: 16 },
  { title: 'Contact', cell: ({ contact_name, contact_email }) => <bdi>{contact_name || contact_email}</bdi>, width: 14 },
  { title: 'Live keys', cell: ({ live_keys }) => live_keys, isNumber: true, width: 7 },
  { title: 'Requests per minute', cell: ({ rate_limit }) => rate_limit, isNumber: true },
  { title: 'Documents', cell: ({ storage_used }) => sizeText(storage_used), isNumber: true, width: 8 },
  { title: 'Since', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
]

const Create = () => {
  const { run, isRunning, error } = useCommand()
  const [made, setMade] = useState<Credentials | null>(null)
  const create = async (fields: object) => setMade((await run('POST', PATH, fields)) ?? made)
  return (
    <section aria-labelledby="create">
      <h2 id="create">Add a partner</h2>
      <p>The partner gets a first key with the usual scopes. You can change this key and add more keys on the partner’s page.</p>
      {made && <MadeCredentials key={made.key_id} credentials={made} />}
      <PartnerForm key={made?.key_id} action="Add the partner" {...{ isRunning, error }} onSubmit={create} />
    </section>
  )
}

export const Page = () => {
  const { session } = useCurrentSession()
  const list = useLiveList(PATH)
  return (
    <>
      <h1>Partners</h1>
      <Listed list={list} label="Partners" columns={COLUMNS} to={({ id }) => `/console/partners/${id}`} />
      {session.access === 'operator' && <Create />}
    </>
  )
}
