import {
  type AnyRoute,
  type AnyRouter,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Route as admin } from './routes/admin.tsx'

/** The routes below /admin are loaded when the first of them is opened (web/build/staffRoutes.ts). */
const load = () => import('./routeTree.gen.ts?staff')

/**
 * Puts one route for all addresses below /admin into the tree, which gives way to theirs: it adds them and opens the same
 * address again.
 */
export function addStaffRoutesWhenOpened(router: AnyRouter): void {
  const add = (routes: AnyRoute[]) => {
    ;(admin as AnyRoute).addChildren(routes)
    router.setRoutes(router.buildRouteTree())
  }
  const anyPage = createRoute({
    getParentRoute: () => admin,
    path: '$',
    beforeLoad: async ({ location: { href } }) => {
      const loaded = await load().catch(() => null)
      // Its component says what to do, as that of every other page.
      if (!loaded) return
      add(loaded.staffRoutes)
      throw redirect({ href, replace: true, state: true })
    },
    component: lazyRouteComponent(load),
  })
  add([anyPage])
}
