const refusal = (status: number) => (message: string) => ({ status, message })

/** What an operation refuses with, by HTTP's own names; each takes the sentence that people read. */
export const badRequest = refusal(400)
export const unauthorized = refusal(401)
export const paymentRequired = refusal(402)
export const forbidden = refusal(403)
export const notFound = refusal(404)
export const conflict = refusal(409)
export const tooLarge = refusal(413)
export const unavailable = refusal(503)
