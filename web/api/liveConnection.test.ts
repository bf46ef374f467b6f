import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepEventStream } from './liveConnection.ts'

class FakeStream extends EventTarget {
  closed = false
  readyState = 0
  close() {
    this.closed = true
  }
  says(type: string, data = '') {
    this.dispatchEvent(new MessageEvent(type, { data }))
  }
}

const streams: FakeStream[] = []
const opened = vi.fn()
const heard = vi.fn()
let stop: () => void

function latest(): FakeStream {
  const stream = streams.at(-1)
  if (!stream) throw new Error('No stream was opened')
  return stream
}

beforeEach(() => {
  vi.useFakeTimers()
  streams.length = 0
  opened.mockClear()
  heard.mockClear()
  stop = keepEventStream(
    () => {
      const stream = new FakeStream()
      streams.push(stream)
      return stream as never
    },
    'schedule',
    { open: opened, event: heard },
  )
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('keepEventStream', () => {
  it('passes on the events of its name and no others', () => {
    latest().says('schedule', '{"p_date":"2026-11-24"}')
    latest().says('message', 'something else')
    expect(heard.mock.calls).toEqual([['{"p_date":"2026-11-24"}']])
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
    expect(opened).toHaveBeenCalledTimes(5)
    latest().says('error')
    vi.advanceTimersByTime(10_000)
    expect(opened).toHaveBeenCalledTimes(5)
    expect(streams).toHaveLength(7)
  })

  it('tells of every connection, so that what was missed can be loaded', () => {
    latest().says('open')
    latest().says('error')
    vi.advanceTimersByTime(1_000)
    latest().says('open')
    expect(opened).toHaveBeenCalledTimes(2)
  })

  it('closes a broken stream, whose browser would reconnect by itself', () => {
    const broken = latest()
    broken.says('error')
    expect(broken.closed).toBe(true)
  })

  it('stays closed once stopped, also while waiting to reconnect', () => {
    latest().says('error')
    stop()
    vi.advanceTimersByTime(60_000)
    expect(streams).toHaveLength(1)
    expect(latest().closed).toBe(true)
  })
})
