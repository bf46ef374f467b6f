import type { EmailTemplate } from '../../../../../shared/contract/messages/emailTemplates.ts'

/** What is edited of a template. */
export type TemplateDraft = Pick<
  EmailTemplate,
  'name' | 'description' | 'subject_template' | 'html_template' | 'text_template' | 'blocks' | 'is_active'
>

/** The parts of a message, as the tabs name them. */
export type Part = 'subject_template' | 'html_template' | 'text_template'
export const partLabels: Readonly<Record<Part, string>> = {
  subject_template: 'Subject',
  html_template: 'HTML',
  text_template: 'Text',
}
export const parts = Object.keys(partLabels) as Part[]

export const draftOf = (from: TemplateDraft): TemplateDraft => ({
  name: from.name,
  description: from.description,
  ...textsOf(from),
  is_active: from.is_active,
})

/** HTML and text are written from the blocks, where there are some. */
export const textsOf = ({
  subject_template,
  html_template,
  text_template,
  blocks,
}: Pick<TemplateDraft, Part | 'blocks'>) => ({ subject_template, html_template, text_template, blocks })

export function isSameDraft(one: TemplateDraft, other: TemplateDraft): boolean {
  const compared = ({ html_template: html, text_template: text, ...draft }: TemplateDraft) =>
    JSON.stringify(draft.blocks ? draft : { ...draft, html, text })
  return compared(draftOf(one)) === compared(draftOf(other))
}
