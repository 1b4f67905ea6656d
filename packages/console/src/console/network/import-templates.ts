// The kinds of imports. Each has a template file with an example row, to open in a spreadsheet.

interface Kind {
  value: string
  label: string
  /** Columns that may be omitted. */
  optional: readonly string[]
  /** The header and valid example rows. */
  template: readonly string[]
}

export const REPORT = 'carrier-report'
export const INVOICE = 'carrier-invoice'

export const KINDS: readonly Kind[] = [
  {
    value: 'stores',
    label: 'Stores: adds new stores and changes those with a known code',
    optional: ['hours'],
    template: [
      'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours',
      'STORE-1,Corner Store,1 Main St,Columbus,OH,43004,US,40.01,-82.8,America/New_York,"mon-fri 08:00-20:00; sat 09:00-13:00"',
    ],
  },
  {
    value: 'rates',
    label: 'Rates: replaces each rate card that the file contains',
    optional: ['currency'],
    template: [
      'carrier,country,service_level,zone,base_cents,per_lb_cents,max_weight_lb,currency',
      'northline,US,standard,local,525,35,150,USD',
      'northline,US,standard,regional,610,48,150,USD',
      'northline,US,standard,national,745,62,150,USD',
    ],
  },
  {
    value: 'tariffs',
    label: 'Tariffs: zones, weight breaks and surcharges, valid from a given day',
    optional: [],
    template: [
      'carrier,country,currency,effective_on,kind,service_level,measure,zone,from,to,value,cents,percent',
      'northline,US,USD,2027-01-01,zone,,,5,*,*,,,',
      'northline,US,USD,2027-01-01,rate,standard,,5,,,1,895,',
      'northline,US,USD,2027-01-01,rate,standard,,5,,,70,4210,',
    ],
  },
  {
    value: REPORT,
    label: 'Carrier report: scans of parcels, imported line by line',
    optional: ['reference', 'facility', 'city', 'state', 'postal_code', 'country', 'signed_by', 'scheduled_delivery_date'],
    template: [
      'number,code,occurred_at,reference,facility,city,state,postal_code,country,signed_by,scheduled_delivery_date',
      '1Z7700012,AR,2026-11-20T09:30:00Z,,EWR-SORT,,,,,,2026-11-24',
    ],
  },
  {
    value: INVOICE,
    label: 'Carrier invoices: charges, to be compared with the amounts owed',
    optional: ['charge', 'issued_on', 'reference', 'weight', 'description'],
    template: [
      'invoice,number,amount_cents,currency,charge,issued_on,reference,weight,description',
      'NL-2026-11,1Z7700012,895,USD,base,2026-11-30,,2.5,Transport',
    ],
  },
]

/** Returns the columns as text: "code, name and optionally hours". */
export const columnsOf = ({ template, optional }: Kind): string => {
  const needed = (template[0] ?? '').split(',').filter((column) => !optional.includes(column))
  return needed.join(', ') + (optional.length > 0 ? ` and optionally ${optional.join(', ')}` : '')
}

export const templateAddress = ({ template }: Kind): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`${template.join('\r\n')}\r\n`)}`
