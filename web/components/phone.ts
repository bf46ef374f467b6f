/** The `tel:` address of a phone number, without its extension. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/ext.*|[^\d+]/g, '')}`

/** Whether a text may be a phone number. The server checks which numbers can exist. */
export const looksLikePhone = (text: string): boolean => text.replace(/\D/g, '').length >= 7

/** The same sentence as the server's. */
export const notAPhone = 'Please enter a real phone number, e.g. (409) 555-0123.'
