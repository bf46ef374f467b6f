/** The lengths of the sessions that a small screen offers by time, in minutes. */
export const sessionLengths = [30, 60, 90] as const
export type SessionLength = (typeof sessionLengths)[number]

export const usualLength: SessionLength = 60
