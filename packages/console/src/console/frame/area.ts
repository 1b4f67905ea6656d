import type { ConsoleSessionDetail } from '@backhaul/client'
import type { ComponentType } from 'react'
import type { IconName } from '../../design/icon.tsx'

export interface AreaPage {
  /** Relative to /console. `usePathParam('id')` returns the part `$id`. */
  path: string
  /** Loads the page's module when the page is opened. */
  load: () => Promise<{ Page: ComponentType }>
}

/** The groups of the navigation, in its order. */
export const GROUPS = ['Work', 'Parcels', 'Network', 'Money', 'Settings and developers'] as const

/** An entry of the navigation. */
export interface Entry {
  title: string
  group: (typeof GROUPS)[number]
  icon: IconName
  /** Kinds of needs (Today) whose items the entry counts. */
  needs?: readonly string[]
}

/** A part of the console: its entry in the navigation, its access rule, and its pages. areas.ts lists all areas. */
export interface Area {
  /** The area's entry in the navigation. Absent if only other pages link to the area. */
  entry?: Entry
  /** A filtered view of the area's list, with an entry of its own. `search` is the end of its address. */
  view?: Entry & { search: string }
  /** The navigation's target, relative to /console. */
  path: string
  /** The key that opens the area after "g". */
  letter?: string
  mayOpen: (session: ConsoleSessionDetail) => boolean
  pages: AreaPage[]
}
