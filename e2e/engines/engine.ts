/** One of the W3C's input sources with what it does; the same for WebDriver and WebDriver BiDi. */
export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Record<string, unknown>[]
}

/** A page of a browser that Playwright does not drive, with nothing kept of earlier pages. */
export interface EnginePage {
  /** Goes to an address and waits for the document. */
  goto(address: string): Promise<void>
  /** Calls a function in the page. It sees nothing of this file but its arguments, which must be JSON; so must its answer. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Presses keys and moves the pointer as a person does. */
  perform(sources: readonly InputSource[]): Promise<void>
  /** A PNG, in base64. */
  screenshot(): Promise<string>
  /** Console errors, exceptions, violations of the content security policy, and answers from 500 on, until now. */
  problems(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface Engine {
  /** Name and version. */
  readonly version: string
  open(): Promise<EnginePage>
  close(): Promise<void>
}

/** A phone's, in CSS pixels. */
export const VIEWPORT = { width: 390, height: 844 }

/** What a browser runs in: not the facility's time zone, so that a time in the browser's is found out. */
export const engineEnvironment = { ...process.env, TZ: 'Asia/Tokyo', LANG: 'en_US.UTF-8' }
