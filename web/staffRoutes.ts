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

/** The page's own: a browser has one. */
let router: AnyRouter

/** One route for all addresses below /admin, which gives way to theirs: it adds them and opens the same address again. */
const anyPage = createRoute({
  getParentRoute: () => admin,
  path: '$',
  beforeLoad: async ({ location: { href } }) => {
    const loaded = await load().catch(() => null)
    // Its component says what to do, as that of every other page.
    if (!loaded) return
    ;(admin as AnyRoute).addChildren(loaded.staffRoutes)
    router.setRoutes(router.buildRouteTree())
    throw redirect({ href, replace: true, state: true })
  },
  component: lazyRouteComponent(load),
})
// Before any router is made: the server's read the tree once for all pages that they render.
;(admin as AnyRoute).addChildren([anyPage])

/** Names the router that the routes of staff are added to. */
export function addStaffRoutesTo(opened: AnyRouter): void {
  router = opened
}
