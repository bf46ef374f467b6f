/** What one tab tells the others about the session. */
export type SessionNews = 'signed-in' | 'signed-out'

const name = 'dugout.session'

/** Tells every other tab of this browser. */
export function tellOtherTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(news)
  channel.close()
}

/** Hears what other tabs tell, never this one. Returns the way to stop. */
export function hearOtherTabs(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = (event: MessageEvent<SessionNews>) => listener(event.data)
  return () => channel.close()
}
