/** Whether a text may be an e-mail address. The server checks it in full. */
export const looksLikeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())

/** What a field says that has no e-mail address (spec 1 §5). */
export const notAnEmail = 'Please enter a valid email address.'
