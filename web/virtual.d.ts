declare module 'virtual:theme-variables.css'
declare module 'virtual:staff-theme-variables.css'

/** A page of docs/guide as HTML (web/build/guidePages.ts). */
declare module '*.md' {
  const html: string
  export default html
}
