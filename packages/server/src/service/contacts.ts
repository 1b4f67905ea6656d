// What answers to sessions at counters and of handlers leave out of an address (service/reach.ts): what leads to the person there.

interface Contact {
  line1: string
  line2: string | null
  phone: string | null
  email: string | null
}

export const withoutContact = <Shown extends Contact>(address: Shown): Shown => ({
  ...address,
  line1: '',
  line2: null,
  phone: null,
  email: null,
})

/** Hides in a stored answer, which may have been made for another caller, what answers to such a session leave out of shipments. */
export const hideContacts = (body: string): string =>
  JSON.stringify(JSON.parse(body), (key, value) => {
    if (key === 'parcel_url' || key === 'customer') return null
    if (value === null || typeof value !== 'object') return value
    if (key === 'metadata') return {}
    return (key === 'from' || key === 'to') && 'line1' in value ? withoutContact(value) : value
  })
