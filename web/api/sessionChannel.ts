/** What one tab tells the others about the session. */
export type SessionNews = 'signed-in' | 'signed-out'

const name = 'dugout.session'

/** Tells every other tab of this browser. */
export function tellOtherTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(news)
  channel.close()
}

const waitingName = 'dugout.waiting'
const answerWithin = 300

/** Whether another tab of this browser waits for the sign-up to be confirmed, and so goes on by itself. */
export function isAwaited(): Promise<boolean> {
  const channel = new BroadcastChannel(waitingName)
  return new Promise<boolean>((resolve) => {
    channel.onmessage = (event: MessageEvent<'asked' | 'waiting'>) =>
      event.data === 'waiting' && resolve(true)
    setTimeout(() => resolve(false), answerWithin)
    channel.postMessage('asked')
  }).finally(() => channel.close())
}

/** Answers `isAwaited` of other tabs while this one waits. Returns the way to stop. */
export function answerWhileWaiting(): () => void {
  const channel = new BroadcastChannel(waitingName)
  channel.onmessage = (event: MessageEvent<'asked' | 'waiting'>) =>
    event.data === 'asked' && channel.postMessage('waiting')
  return () => channel.close()
}

/** Hears what other tabs tell, never this one. Returns the way to stop. */
export function hearOtherTabs(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = (event: MessageEvent<SessionNews>) => listener(event.data)
  return () => channel.close()
}
