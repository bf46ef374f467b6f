/**
 * The description of a payment: one line, or a title and a line for each session. It is always one string, so
 * that no screen or receipt can omit the dates.
 */
export const purchaseText = (title: string, sessions: readonly string[]): string =>
  [title, ...sessions].join('\n')

/** The title, and the sessions where there are several. */
export function readPurchaseText(text: string): { title: string; sessions: readonly string[] } {
  const [title = '', ...sessions] = text.split('\n')
  return { title, sessions }
}

/** A purchase text in one line, for messages. */
export const inOneLine = (text: string): string => text.replaceAll('\n', '; ')

/**
 * The same in one line of limited length, for payment providers. Sessions that do not fit are only counted, so that no
 * date is cut in two.
 */
export function fittingLine(text: string, most: number): string {
  const { title, sessions } = readPurchaseText(text)
  for (let shown = sessions.length; shown >= 0; shown -= 1) {
    const left = sessions.length - shown
    const line = [title, ...sessions.slice(0, shown), ...(left > 0 ? [`and ${left} more`] : [])].join('; ')
    if (line.length <= most) return line
  }
  return title.slice(0, most)
}
