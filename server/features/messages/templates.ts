import { type AccountExistsData, accountExists } from './templates/accountExists.ts'
import { type BookingConfirmedData, bookingConfirmed } from './templates/bookingConfirmed.ts'
import { type ConfirmEmailData, confirmEmail } from './templates/confirmEmail.ts'
import { type PasswordChangedData, passwordChanged } from './templates/passwordChanged.ts'
import { type ResetPasswordData, resetPassword } from './templates/resetPassword.ts'
import type { MessageTemplate } from './templates/template.ts'

/** What each message needs to know. Amounts, days and times are texts as people read them. */
export interface MessageData {
  'confirm-email': ConfirmEmailData
  'account-exists': AccountExistsData
  'reset-password': ResetPasswordData
  'password-changed': PasswordChangedData
  'booking-confirmed': BookingConfirmedData
}
export type TemplateName = keyof MessageData

/** The texts that Dugout comes with; the active row of the same name in `email_templates` overrules one. */
export const builtInTemplates: Readonly<Record<TemplateName, MessageTemplate>> = {
  'confirm-email': confirmEmail,
  'account-exists': accountExists,
  'reset-password': resetPassword,
  'password-changed': passwordChanged,
  'booking-confirmed': bookingConfirmed,
}

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(builtInTemplates, name)
