/** Paths on a square of 24 units, drawn as lines of 2 units. */
const PATHS = {
  today: 'M5 4h14v16H5zM9 2v4M15 2v4M5 10h14',
  claims: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM12 8v5M12 16v.5',
  disputes: 'M12 3v18M6 21h12M5 6h14M5 6l-3 8h6zM19 6l-3 8h6z',
  discrepancies: 'M4 8h16M4 16h16M15 4L9 20',
  short: 'M12 3l10 18H2zM12 10v5M12 18v.5',
  shipments: 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  pickups: 'M2 6h12v11H2zM14 10h4l4 4v3h-8M6 19.5v.5M18 19.5v.5',
  tenders: 'M4 12h14M13 6l6 6-6 6',
  consolidations: 'M3 13h8v8H3zM13 13h8v8h-8zM8 3h8v8H8z',
  stores: 'M4 10v11h16V10M3 10l2-7h14l2 7zM10 21v-6h4v6',
  carriers: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c-5 6-5 12 0 18 5-6 5-12 0-18',
  rates: 'M3 12l9-9h8v8l-9 9zM16 7.5v.5',
  calendars: 'M4 5h16v16H4zM4 10h16M8 3v4M16 3v4M9 15h6',
  imports: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  invoices: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  webhooks: 'M4 12h4l3-8 3 16 3-8h3',
  events: 'M8 6h12M8 12h12M8 18h12M4 6v.5M4 12v.5M4 18v.5',
  sandbox: 'M9 3h6M10 3v6l-6 11h16L14 9V3',
  partners: 'M4 21V4h10v17M14 9h6v12M2 21h20M8 8h2M8 12h2M8 16h2',
  keys: 'M8 11a5 5 0 100 8 5 5 0 000-8zM11.5 12L20 4M16 8l3 3',
  audit: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l4 2',
  people: 'M9 4a4 4 0 100 8 4 4 0 000-8zM2 21c0-9 14-9 14 0M17 5c4 1 4 6 0 7M18 15c3 1 4 3 4 6',
  plus: 'M12 4v16M4 12h16',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5',
  more: 'M4 6h16M4 12h16M4 18h16',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  fold: 'M4 4h16v16H4zM10 4v16',
} as const

export type IconName = keyof typeof PATHS

/** Decoration next to or instead of a text that screen readers announce. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="line-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
)
