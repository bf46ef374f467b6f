/** Reminders, and messages to everybody of a session (decision record 050). Each refusal says what to do instead. */
export const reminderErrors = {
  reminder_nobody: {
    status: 409,
    message: 'Nobody is registered, so there is nobody to write to.',
  },
  /** They are listed with their phone numbers. */
  reminder_nobody_reachable: {
    status: 409,
    message: 'Nobody who is registered has an e-mail address. Please call them.',
  },
  reminder_over: {
    status: 409,
    message: 'This is over. There is nothing left to remind anybody of; you can still send a message.',
  },
  reminder_sent_today: {
    status: 409,
    message: 'This was sent today already. Please confirm that it is sent again.',
  },
  reminder_nobody_new: {
    status: 409,
    message: 'Everybody who is registered has got it today.',
  },
  reminder_run_not_found: { status: 404, message: 'There is no such reminder or message.' },
} as const satisfies Record<string, { status: number; message: string }>
