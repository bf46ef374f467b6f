/** The draft of a new camp, and whether its form is open: both outlive a reload (spec 3 §4). */
import { attempt, draftStore } from '../../../components/form/draft.ts'
import { emptyCamp } from './campForm.ts'

const openKey = 'camp_form_open'
const draft = draftStore('camp_form_draft', emptyCamp)

export const { read: readDraft, save: saveDraft } = draft

export const isFormOpen = (): boolean => attempt(() => localStorage.getItem(openKey)) === 'true'

export function setFormOpen(isOpen: boolean): void {
  attempt(() => (isOpen ? localStorage.setItem(openKey, 'true') : localStorage.removeItem(openKey)))
}

/** After Cancel and after the camp was made. */
export function clearDraft(): void {
  draft.clear()
  setFormOpen(false)
}
