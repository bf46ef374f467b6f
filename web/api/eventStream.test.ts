import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventStream } from './eventStream.ts'

class FakeStream extends EventTarget {
  readonly topics: readonly string[]
  closed = false
  readyState = 0
  constructor(topics: readonly string[]) {
    super()
    this.topics = topics
  }
  close() {
    this.closed = true
  }
  says(type: string, data = '') {
    if (type === 'open') this.readyState = 1
    if (!this.closed) this.dispatchEvent(new MessageEvent(type, { data }))
  }
}

const streams: FakeStream[] = []
const read = vi.fn<(topics: readonly string[]) => void>()
let connection: ReturnType<typeof createEventStream>

const follow = (...topics: string[]) => connection.follow(new Set(topics))
const open = () => streams.filter(({ closed }) => !closed)
function latest(): FakeStream {
  const stream = streams.at(-1)
  if (!stream) throw new Error('No stream was opened')
  return stream
}
/** What had to be read since the last time. */
function reads(): string[][] {
  const calls = read.mock.calls.map(([topics]) => [...topics].sort())
  read.mockClear()
  return calls
}

beforeEach(() => {
  vi.useFakeTimers()
  streams.length = 0
  read.mockClear()
  connection = createEventStream((topics) => {
    const stream = new FakeStream(topics)
    streams.push(stream)
    return stream as never
  }, read)
})
afterEach(() => {
  follow()
  vi.useRealTimers()
})

describe('one stream', () => {
  beforeEach(() => follow('day 1'))

  it('passes on the events of what is followed and no others', () => {
    latest().says('changed', 'day 1')
    latest().says('changed', 'day 2')
    latest().says('message', 'something else')
    expect(reads()).toEqual([['day 1']])
  })

  it('reconnects after 1, 2, 5 and then every 10 s', () => {
    for (const [index, delay] of [1_000, 2_000, 5_000, 10_000, 10_000].entries()) {
      latest().says('error')
      vi.advanceTimersByTime(delay - 1)
      expect(streams).toHaveLength(index + 1)
      vi.advanceTimersByTime(1)
      expect(streams).toHaveLength(index + 2)
    }
  })

  it('begins again with 1 s after a connection that worked', () => {
    latest().says('error')
    vi.advanceTimersByTime(1_000)
    latest().says('error')
    vi.advanceTimersByTime(2_000)
    latest().says('open')
    latest().says('error')
    vi.advanceTimersByTime(1_000)
    expect(streams).toHaveLength(4)
  })

  it('refetches with every new attempt while the server refuses the stream, and not while it is away', () => {
    for (const delay of [1_000, 2_000, 5_000, 10_000, 10_000]) {
      latest().readyState = 2
      latest().says('error')
      vi.advanceTimersByTime(delay)
    }
    expect(reads()).toHaveLength(5)
    latest().says('error')
    vi.advanceTimersByTime(10_000)
    expect(reads()).toEqual([])
    expect(streams).toHaveLength(7)
  })

  it('reads after every connection what may have been missed', () => {
    latest().says('open')
    expect(reads()).toEqual([['day 1']])
    latest().says('error')
    vi.advanceTimersByTime(1_000)
    latest().says('open')
    expect(reads()).toEqual([['day 1']])
  })

  it('closes a broken stream, whose browser would reconnect by itself', () => {
    const broken = latest()
    broken.says('error')
    expect(broken.closed).toBe(true)
  })

  it('stays closed once nothing is followed, also while waiting to reconnect', () => {
    latest().says('error')
    follow()
    vi.advanceTimersByTime(60_000)
    expect(streams).toHaveLength(1)
    expect(latest().closed).toBe(true)
  })
})

describe('topics that come and go', () => {
  beforeEach(() => {
    follow('day 1', 'me')
    latest().says('open')
    vi.advanceTimersByTime(5_000)
    reads()
  })

  it('are all on one stream', () => {
    expect(streams.map(({ topics }) => topics)).toEqual([['day 1', 'me']])
  })

  it('are added by a second stream, while the first still passes on events', () => {
    follow('day 1', 'me', 'day 2')
    expect(open()).toHaveLength(2)
    streams[0]?.says('changed', 'me')
    expect(reads()).toEqual([['me']])
    latest().says('open')
    // What the first stream has followed all the time is not read again.
    expect(reads()).toEqual([['day 2']])
    streams[0]?.says('changed', 'day 1')
    expect(reads()).toEqual([['day 1']])
    vi.advanceTimersByTime(1_000)
    expect(open()).toEqual([latest()])
  })

  it('are dropped without another connection', () => {
    follow('me')
    latest().says('changed', 'day 1')
    expect(streams).toHaveLength(1)
    expect(reads()).toEqual([])
  })

  it('are read at once when they are taken up again, since their events were ignored', () => {
    follow('me')
    follow('me', 'day 1')
    expect(streams).toHaveLength(1)
    expect(reads()).toEqual([['day 1']])
  })

  it('are read when taken up again together with others', () => {
    follow('me')
    follow('me', 'day 1', 'day 2')
    latest().says('open')
    expect(reads()).toEqual([['day 1', 'day 2']])
  })

  it('take two streams at most, however fast they change', () => {
    for (const day of ['day 2', 'day 3', 'day 4', 'day 5']) {
      follow('me', day)
      expect(open().length).toBeLessThanOrEqual(2)
      if (day === 'day 4') latest().says('open')
    }
    expect(latest().topics).toEqual(['me', 'day 5'])
    reads()
    latest().says('open')
    // The first stream was closed before its last events were sure to have arrived.
    expect(reads()).toEqual([['day 5', 'me']])
  })

  it('connect again, and read everything, when either stream breaks', () => {
    follow('me', 'day 2')
    streams[0]?.says('error')
    expect(open()).toEqual([])
    vi.advanceTimersByTime(1_000)
    latest().says('open')
    expect(latest().topics).toEqual(['me', 'day 2'])
    expect(reads()).toEqual([['day 2', 'me']])
  })

  it('give way to their successor where one stream is all that the server allows', () => {
    follow('me', 'day 2')
    latest().readyState = 2
    latest().says('error')
    expect(open()).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(open()).toHaveLength(1)
  })

  it('that change while waiting to reconnect are followed then', () => {
    latest().says('error')
    follow('day 7')
    expect(streams).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(latest().topics).toEqual(['day 7'])
  })
})
