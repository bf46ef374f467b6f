import {
  amount,
  type Block,
  button,
  heading,
  paragraph,
  preparedRows,
  quote,
  sentence,
  ticket,
  when,
} from './blocks.ts'
import { attachedUpdate, changes, headingOr, ticketRows } from './changes.ts'
import { theirs } from './template.ts'

const nouns = { booking: 'Booking', lesson: 'Lesson' } as const

/** The message that a cage booking or a lesson was changed: only the sentence that says what is when differs. */
export function changedBlocks(noun: keyof typeof nouns, nowOn: string): readonly Block[] {
  const whatHappened = headingOr(`${theirs(noun, ['The', 'Your'])} was changed`)
  return [
    heading(whatHappened, whatHappened),
    paragraph(`Hi {{first_name}}, ${nowOn}`),
    ticket(preparedRows('head'), ...ticketRows, amount('Price', 'total')),
    sentence('refund_line'),
    quote('note'),
    when('account_url', button('account_url', `See Your ${nouns[noun]}`)),
    attachedUpdate,
    ...changes('{{question}}'),
  ]
}
