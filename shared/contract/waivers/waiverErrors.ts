/** Waivers and their signatures (decision record 101). */
export const waiverErrors = {
  // Answers name the waivers and the people.
  waiver_needed: { status: 409, message: 'A waiver must be signed first.' },
  waiver_not_found: { status: 404, message: 'That waiver does not exist.' },
  // The answer has the new text.
  waiver_changed: { status: 409, message: 'The waiver has changed. Please read it again, then sign.' },
  waiver_name_differs: { status: 409, message: 'Type your full name as it is in your account.' },
  waiver_adult_needed: {
    status: 409,
    message: 'A parent or guardian signs for anyone under 18. Please ask the front desk.',
  },
  waiver_link_invalid: {
    status: 404,
    message: 'This link doesn’t work anymore. Please ask the front desk for a new one.',
  },
} as const satisfies Record<string, { status: number; message: string }>
