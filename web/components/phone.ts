/** The address that calls a phone number, however it is written; an extension is dialed by hand. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/ext.*|[^\d+]/g, '')}`

/** Whether it may be a phone number at all: the server knows which ones there are. */
export const looksLikePhone = (text: string): boolean => text.replace(/\D/g, '').length >= 7

/** Said where it is not, as the server says it. */
export const notAPhone = 'Please enter a real phone number, e.g. (409) 555-0123.'
