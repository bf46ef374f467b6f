/** The receipt number that people read and type, e.g. 'R-1A2B3C4D': the first eight digits of the payment's id. */
export const receiptNumber = (paymentId: string): string => `R-${paymentId.slice(0, 8).toUpperCase()}`
