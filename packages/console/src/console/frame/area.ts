import type { ConsoleSessionDetail } from '@backhaul/client'
import type { ComponentType } from 'react'

export interface AreaPage {
  /** Relative to /console. `usePathParam('id')` returns the part `$id`. */
  path: string
  /** Loads the page's module when the page is opened. */
  load: () => Promise<{ Page: ComponentType }>
}

/** A part of the console: its entry in the navigation, its access rule, and its pages. areas.ts lists all areas. */
export interface Area {
  /** The title in the navigation. Null if only other pages link to the area. */
  title: string | null
  /** The navigation's target, relative to /console. */
  path: string
  /** The key that opens the area after "g". */
  letter?: string
  mayOpen: (session: ConsoleSessionDetail) => boolean
  pages: AreaPage[]
}
