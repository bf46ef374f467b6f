declare module 'virtual:theme-variables.css'
declare module 'virtual:staff-theme-variables.css'

/** A page of docs/guide as HTML (web/build/guidePages.ts). */
declare module '*.md' {
  const html: string
  export default html
}

/** The routes below /admin (web/build/staffRoutes.ts). */
declare module '*/routeTree.gen.ts?staff' {
  export const staffRoutes: import('@tanstack/react-router').AnyRoute[]
}
