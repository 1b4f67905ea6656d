import { useLocation } from '@tanstack/react-router'
import { AREAS } from '../areas.ts'

/** Returns the title of the filtered view that is open and has its own entry in the navigation, or undefined for other addresses. */
export const useView = (): string | undefined =>
  useLocation({
    select: ({ pathname, searchStr }) =>
      AREAS.find(({ path, view }) => pathname === path && view && searchStr.startsWith(view.search))?.view?.title,
  })
