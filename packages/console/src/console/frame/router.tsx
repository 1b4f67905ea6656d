// Creates one route for each page of each area. A page's script is loaded when the page is opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isServed } from '../../shared/page.tsx'
import { AREAS } from '../areas.ts'
import { parseSearch, stringifySearch } from './address.ts'
import type { Area, AreaPage } from './area.ts'
import { Frame } from './frame.tsx'
import { Failed, NotFound, NotYours } from './other-pages.tsx'
import { useCurrentSession } from './session.tsx'

/** Shows a page only to users who may open it. */
const guarded =
  ({ mayOpen }: Area, Page: ComponentType) =>
  () =>
    mayOpen(useCurrentSession().session) ? <Page /> : <NotYours />

const AGAIN_MS = 2_000

/** Loads a page's script and retries while the service is unreachable. Meanwhile the previous page stays, with everything entered there. */
const patiently = (load: AreaPage['load']) => async (): ReturnType<AreaPage['load']> => {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isServed()) throw error
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: Failed })

const routeOf = (area: Area, { path, load }: AreaPage) => {
  const Page = lazyRouteComponent(patiently(load), 'Page') as ComponentType & { preload: () => Promise<void> }
  const component = Object.assign(guarded(area, Page), { preload: Page.preload })
  return createRoute({ getParentRoute: () => root, path, component, remountDeps: ({ params }) => params })
}

const routes = AREAS.flatMap((area) => area.pages.map((page) => routeOf(area, page)))

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: false,
})
