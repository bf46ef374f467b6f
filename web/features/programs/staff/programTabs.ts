import { readText } from '../../../components/searchValues.ts'

/** The tabs of a camp's and a class's page, as its address has them. */
export type ProgramTab = 'roster' | 'sessions' | 'messages' | 'edit'

/** What /admin/camps/{id} and /admin/classes/{id} read from their address: the tab, and whose roster is shown. */
export interface ProgramSearch {
  /** One that the page does not have is its first. */
  tab?: ProgramTab | undefined
  /** The day of a camp, or the session of a class. */
  of?: string | undefined
}

export const readProgramSearch = ({ tab, of }: Record<string, unknown>): ProgramSearch => ({
  tab: readText(tab) as ProgramTab | undefined,
  of: readText(of),
})
