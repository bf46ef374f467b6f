/** What the person at the keyboard has to put right; shown without a stack. */
export class UsageError extends Error {}
