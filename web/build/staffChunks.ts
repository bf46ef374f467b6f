import type { Rolldown } from 'vite'

const staffRoutes = /\/web\/routes\/(admin|_coach)[./]/
const staffFolder = 'assets/staff/'

/** Names a chunk's file; the pages of staff have a folder of their own. */
export const chunkName = ({ facadeModuleId }: Rolldown.PreRenderedChunk): string =>
  `${staffRoutes.test(facadeModuleId ?? '') ? staffFolder : 'assets/'}[name]-[hash].js`

/**
 * The files that the browser fetches together with a page's chunk. The app, which every visitor loads, lists them for each
 * page; for the pages of staff it lists style sheets alone, and their scripts are found by their imports.
 */
export const withoutStaffFiles = (file: string, dependencies: string[]): string[] =>
  file.startsWith(staffFolder) ? [] : dependencies
