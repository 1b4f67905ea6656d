// Removes a person's contact data from addresses in answers to sessions of counters and handlers (service/reach.ts).

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

/** Removes contact data from a stored answer that may have been made for another caller. */
export const hideContacts = (body: string): string =>
  JSON.stringify(JSON.parse(body), (key, value) => {
    if (key === 'parcel_url' || key === 'customer') return null
    if (value === null || typeof value !== 'object') return value
    if (key === 'metadata') return {}
    return (key === 'from' || key === 'to') && 'line1' in value ? withoutContact(value) : value
  })
