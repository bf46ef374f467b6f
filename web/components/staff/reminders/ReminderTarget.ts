import type { ReminderAbout } from '../../../../shared/contract/messages/reminders.ts'

/** What people are reminded of or written to about; of a class, one session. */
export interface ReminderTarget {
  readonly about: ReminderAbout
  readonly aboutId: string
  /** Further ones that one message is about, of any kind. */
  readonly alsoIds?: readonly string[]
  /** How dialogs name it, e.g. the camp's name. */
  readonly title: string
}

export const daysUntilLabel = (about: ReminderAbout): string =>
  about === 'camp' ? 'Days until camp' : about === 'class' ? 'Days until session' : 'Days until then'

/** A lesson or a cage booking has one customer. */
export const messageLabel = (about: ReminderAbout, alsoIds: readonly string[] = []): string => {
  if (alsoIds.length > 0) return 'Message Customers'
  return about === 'camp' || about === 'class' ? 'Message Everyone' : 'Message Customer'
}

/** A target as the operations take it. */
export const targetFields = ({ about, aboutId, alsoIds = [] }: Omit<ReminderTarget, 'title'>) => ({
  ...{ about, about_id: aboutId },
  ...(alsoIds.length > 0 && { also_ids: [...alsoIds] }),
})

/** 'today', 'tomorrow', 'in 3 days'. */
export const inDays = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
