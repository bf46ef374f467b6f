/** Answers a read of the API, e.g. of '/api/camps', with the status and the JSON text of the answer. */
export type AnswerRead = (path: string) => Promise<{ status: number; body: string }>

/** What the server assumes of the visitor for whom it renders a page; the browser corrects it. */
export interface Assumed {
  readonly now: Date
  /** Whether the page is laid out for a large screen. */
  readonly large: boolean
}

/** The HTML of a public page and what belongs to it. */
export interface RenderedPage {
  readonly html: string
  /** CSS rules in place of the `style` attributes, which the content security policy does not allow. */
  readonly rules: string
  /** What the browser needs to go on from the HTML; JSON. */
  readonly data: object
  /** The matched routes, the root first, as the router names them. */
  readonly routeIds: readonly string[]
  /**
   * The parts of the keys of all answers that it was made of: 'schedule', a day, 'camps', an id, …; and 'open-times' with
   * each day whose free times it tells, e.g. 'open-times 2026-11-24'.
   */
  readonly madeOf: readonly string[]
}

/** What the build of web/server.tsx offers to the server. */
export interface PageRenderer {
  /** Sets who answers the pages' reads in place of the network. */
  answerReadsBy(answer: AnswerRead): void
  /**
   * The address under which a public page is rendered and kept: its path, and what its route reads of the search. Null
   * for other pages.
   */
  pageUrl(path: string, search: string): string | null
  /**
   * Renders a public page as a stranger sees it. Null for one that cannot be rendered now: it redirects, or an answer
   * failed.
   *
   * @param url as `pageUrl` gives it.
   * @throws when the page asks for data that its loader does not name.
   */
  render(url: string, assumed: Assumed): Promise<RenderedPage | null>
  /** The text of the script that starts the app in a rendered page; `files` are its scripts and style sheets. */
  bootScript(entry: string, files: readonly string[]): string
}
