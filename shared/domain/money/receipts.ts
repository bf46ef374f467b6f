/**
 * The receipt number that people read and type: that of the sale, e.g. '1046'. What was not sold has the first eight digits of
 * the payment's id, e.g. 'R-1A2B3C4D', by which every payment is found.
 */
export const receiptNumber = (paymentId: string, sale: number | null): string =>
  sale === null ? `R-${paymentId.slice(0, 8).toUpperCase()}` : String(sale)
