import type { Plugin } from 'vite'

/** What the generator writes for the routes below /admin: their imports, their places in the tree, and the list of them. */
const staffParts = [
  /^import \{ Route as \w+ \} from '\.\/routes\/admin\/.+\n/gm,
  /^const \w+ = \w+\.update\(\{\n(?: {2}(?!getParentRoute).+\n)*? {2}getParentRoute: \(\) => AdminRoute,\n\} as any\)\n/gm,
  /^const AdminRouteChildren: .+\n(?: .+\n)*\}\n/gm,
]

/**
 * Makes two modules of the router's generated tree: with the query `?staff` the routes below /admin, which
 * web/staffRoutes.ts adds when the first of them is opened, and without it the tree with all others, which every visitor
 * loads. TypeScript, and so each link, knows the one tree with all routes.
 */
export function staffRoutes({ tree }: { tree: string }): Plugin {
  return {
    name: 'dugout:staff-routes',
    // Before the types are taken away, on which the patterns rely.
    enforce: 'pre',
    transform(code, id) {
      if (id !== tree && id !== `${tree}?staff`) return null
      const staff = staffParts.flatMap((part) => code.match(part) ?? this.error(`No ${part} in ${tree}`))
      if (id !== tree)
        return [
          "import { Route as AdminRoute } from './routes/admin.tsx'\n",
          ...staff,
          'export const staffRoutes = Object.values(AdminRouteChildren)\n',
        ].join('')
      return staff
        .reduce((site, part) => site.replace(part, ''), code)
        .replace('AdminRoute._addFileChildren(AdminRouteChildren)', 'AdminRoute')
    },
  }
}
