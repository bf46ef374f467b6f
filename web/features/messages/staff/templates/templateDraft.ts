import type { EmailTemplate } from '../../../../../shared/contract/messages/emailTemplates.ts'

/** What is edited of a template. */
export type TemplateDraft = Pick<
  EmailTemplate,
  'name' | 'description' | 'subject_template' | 'html_template' | 'text_template' | 'is_active'
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
  subject_template: from.subject_template,
  html_template: from.html_template,
  text_template: from.text_template,
  is_active: from.is_active,
})

export const textsOf = ({ subject_template, html_template, text_template }: Pick<TemplateDraft, Part>) => ({
  subject_template,
  html_template,
  text_template,
})

export const isSameDraft = (one: TemplateDraft, other: TemplateDraft): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other))
