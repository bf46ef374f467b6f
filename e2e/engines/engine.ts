/** An input source with its actions, the same in WebDriver and WebDriver BiDi. */
export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Record<string, unknown>[]
}

/** A page of a browser that Playwright does not drive, without state of earlier pages. */
export interface EnginePage {
  /** Goes to an address and waits for the document. */
  goto(address: string): Promise<void>
  /** Calls a function in the page. It sees only its arguments; these and its result must be JSON. */
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

/** The window of a phone, in CSS pixels. */
export const VIEWPORT = { width: 390, height: 844 }

/** The environment of a browser. Its time zone is not the facility's, so that a time in the wrong zone is found. */
export const engineEnvironment = { ...process.env, TZ: 'Asia/Tokyo', LANG: 'en_US.UTF-8' }
