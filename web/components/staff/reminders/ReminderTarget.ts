import type { ReminderAbout } from '../../../../shared/contract/messages/reminders.ts'

/** What people are reminded of or written to about; of a class, one session. */
export interface ReminderTarget {
  readonly about: ReminderAbout
  readonly aboutId: string
  /** How dialogs name it, e.g. the camp's name. */
  readonly title: string
}

export const daysUntilLabel = (about: ReminderAbout): string =>
  about === 'camp' ? 'Days until camp' : about === 'class' ? 'Days until session' : 'Days until then'

/** A lesson or a cage booking has one customer. */
export const messageLabel = (about: ReminderAbout): string =>
  about === 'camp' || about === 'class' ? 'Message Everyone' : 'Message Customer'

/** 'today', 'tomorrow', 'in 3 days'. */
export const inDays = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
