// Console pages that a sign-in link can open (docs/guide/sign-in.md#from-your-own-back-office). The creator of a link names one of these
// pages, so a link cannot lead anywhere else.

/** Pages below /console, and whether each has detail pages. */
const PAGES: Readonly<Record<string, 'list' | 'list and one'>> = {
  shipments: 'list and one',
  claims: 'list and one',
  disputes: 'list and one',
  discrepancies: 'list and one',
  'network/stores': 'list and one',
  'network/facilities': 'list',
  'network/carriers': 'list',
  'network/markets': 'list',
  'network/rates': 'list',
  'network/imports': 'list and one',
  tenders: 'list and one',
  pickups: 'list and one',
  webhooks: 'list and one',
  deliveries: 'list and one',
  events: 'list and one',
  sandbox: 'list',
  partners: 'list and one',
  keys: 'list and one',
  audit: 'list',
  people: 'list',
}

/** Longest accepted path of a page. Ids of this service are half as long. */
export const MAX_PAGE_CHARACTERS = 100

const PAGE = new RegExp(
  `^/console(/(${Object.keys(PAGES).join('|')})|/(${Object.keys(PAGES)
    .filter((page) => PAGES[page] === 'list and one')
    .join('|')})/[A-Za-z0-9_-]{1,64})?$`,
)

/** Whether the text is exactly the path of a console page, with nothing after it. */
export const isConsolePage = (path: string): boolean => path.length <= MAX_PAGE_CHARACTERS && PAGE.test(path)
