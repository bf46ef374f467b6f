import { reminderFields } from '../../../shared/contract/facility/facilitySettings.ts'
import type { Db } from '../../db/database.ts'

/** When reminders go out by themselves: days before (0 is off), at an hour of the facility's clock. */
export type ReminderSettings = { readonly [Name in keyof typeof reminderFields]: number }

const names = Object.keys(reminderFields) as (keyof ReminderSettings)[]

/** When reminders go out: days before, by kind, and the hour of the facility's clock. */
export const readReminderSettings = (db: Db): Promise<ReminderSettings> =>
  db.selectFrom('facility').select(names).executeTakeFirstOrThrow()

/** No automatic reminders, for tests that look at other messages. */
export const noReminders = {
  reminder_days_camps: 0,
  reminder_days_classes: 0,
  reminder_days_lessons: 0,
  reminder_days_cages: 0,
}
