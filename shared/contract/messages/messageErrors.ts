/** The part of `errors` about messages: unsubscribing, texts, delivery, contact (spec 1 §8, spec 2 §8, spec 3 §8; decision 26). */
export const messageErrors = {
  email_missing: { status: 400, message: 'No email address provided.' },
  unsubscribe_link_invalid: {
    status: 400,
    message: 'This unsubscribe link is not valid. Please request a new one.',
  },
  template_not_found: { status: 404, message: 'That email template does not exist.' },
  template_invalid: { status: 400, message: 'This text can’t be sent as it is.' },
  message_not_found: { status: 404, message: 'That message does not exist any more.' },
  message_not_failed: {
    status: 409,
    message: 'Only a message that could not be delivered can be sent again.',
  },
  message_not_sent: { status: 409, message: 'This message was not sent yet, so there is nothing to repeat.' },
  message_has_link: {
    status: 409,
    message: 'This message had a personal link that works once. Ask the person to request a new one.',
  },
  message_copied: {
    status: 409,
    message: 'This message was sent again a moment ago. Please wait a few minutes.',
  },
  contact_message_not_found: { status: 404, message: 'That message does not exist any more.' },
  contact_email_missing: {
    status: 409,
    message: 'This visitor left no email address. Please call instead.',
  },
} as const
