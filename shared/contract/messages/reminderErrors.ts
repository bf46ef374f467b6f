/** Reminders, and messages to everybody of a session (decision record 050). Each refusal says what to do instead. */
export const reminderErrors = {
  reminder_nobody: {
    status: 409,
    message: 'No one is registered, so there’s no one to write to.',
  },
  /** They are listed with their phone numbers. */
  reminder_nobody_reachable: {
    status: 409,
    message: 'No one registered has an email address. Call them.',
  },
  reminder_over: {
    status: 409,
    message: 'This is over, so there’s nothing to remind anyone of. You can still send a message.',
  },
  reminder_sent_today: {
    status: 409,
    message: 'This was already sent today. Confirm to send it again.',
  },
  reminder_nobody_new: {
    status: 409,
    message: 'Everyone registered got it today.',
  },
  reminder_run_not_found: { status: 404, message: 'There is no such reminder or message.' },
} as const satisfies Record<string, { status: number; message: string }>
