/** When the wording last changed; change it together with the wording. */
export const termsUpdated = { day: '2026-11-21', text: 'November 21, 2026' }

/** Who is bound by the terms, and how they agree. */
export const acceptedBy = (name: string): string =>
  `These terms apply to everyone who enters, trains at or books with ${name}. Read them before you tick the box when ` +
  'you create an account, book, or step into a cage: each of these means that you agree. If you are under 18, a ' +
  'parent or legal guardian must read them and agree for you.'
