import type { ConsoleSessionDetail } from '@backhaul/client'
import type { ComponentType } from 'react'

export interface AreaPage {
  /** Below /console; `$id` is a part that `usePathParam('id')` gives. */
  path: string
  /** The page's module, which is loaded when it is opened. */
  load: () => Promise<{ Page: ComponentType }>
}

/** A part of the console: what the navigation shows, who may open it, and its pages. areas.ts lists them all. */
export interface Area {
  /** In the navigation; null: only others lead there. */
  title: string | null
  /** Where the navigation leads, below /console. */
  path: string
  /** "g" and then this goes there. */
  letter?: string
  mayOpen: (session: ConsoleSessionDetail) => boolean
  pages: AreaPage[]
}
