/** An error that the user of the command line can fix; shown without a stack trace. */
export class UsageError extends Error {}
