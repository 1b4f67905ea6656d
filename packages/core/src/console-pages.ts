// The pages of the console that a sign-in link can begin at (docs/guide/sign-in.md#from-your-own-back-office). Whoever makes a link names
// one of them, so no link leads anywhere else.

/** Below /console, and whether each has pages of its own for single things. */
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

/** The longest that is one of them; an id of ours is half as long. */
export const MOST_PAGE_CHARACTERS = 100

const PAGE = new RegExp(
  `^/console(/(${Object.keys(PAGES).join('|')})|/(${Object.keys(PAGES)
    .filter((page) => PAGES[page] === 'list and one')
    .join('|')})/[A-Za-z0-9_-]{1,64})?$`,
)

/** Whether this is the path of a page of the console, without anything after it. */
export const isConsolePage = (path: string): boolean => path.length <= MOST_PAGE_CHARACTERS && PAGE.test(path)
