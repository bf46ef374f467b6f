/** The draft of a new camp, and whether its form is open: both outlive a reload (spec 3 §4). */
import { attempt, draftStore } from '../../../components/form/draft.ts'
import { emptyCamp } from './campForm.ts'

const openKey = 'camp_form_open'

export const campDraft = draftStore('camp_form_draft', emptyCamp)

export const isFormOpen = (): boolean => attempt(() => localStorage.getItem(openKey)) === 'true'

export function setFormOpen(isOpen: boolean): void {
  attempt(() => (isOpen ? localStorage.setItem(openKey, 'true') : localStorage.removeItem(openKey)))
}
