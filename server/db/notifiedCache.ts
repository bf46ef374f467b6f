import { LRUCache } from 'lru-cache'
import type { Changes } from './changes.ts'

/**
 * Values read from the database and kept until a NOTIFY says that they changed. While this process cannot
 * hear changes nothing is kept, so a stale value is never served for longer than a notification takes.
 */
export class NotifiedCache<Value extends object> {
  readonly #changes: Changes
  readonly #load: (key: string) => Promise<Value>
  readonly #isOver: (value: Value) => boolean
  readonly #kept: LRUCache<string, Value>
  readonly #loading = new Map<string, Promise<Value>>()

  constructor(
    changes: Changes,
    options: {
      max: number
      ttl?: number
      load: (key: string) => Promise<Value>
      /** Says of a kept value that time has made it untrue. */
      isOver?: (value: Value) => boolean
    },
  ) {
    this.#changes = changes
    this.#load = options.load
    this.#isOver = options.isOver ?? (() => false)
    this.#kept = new LRUCache({ max: options.max, ttl: options.ttl ?? 0 })
    changes.onInterruption(() => this.clear())
  }

  /** The value if it is at hand: spares the hot path a promise. */
  peek(key: string): Value | undefined {
    const kept = this.#kept.get(key)
    return kept && this.#isOver(kept) ? undefined : kept
  }

  /** The value, loaded once however many ask at the same moment. Fails as the load fails; failures are not kept. */
  get(key: string): Promise<Value> {
    const kept = this.peek(key)
    if (kept) return Promise.resolve(kept)
    const loading = this.#loading.get(key)
    if (loading) return loading
    const load = this.#load(key).then(
      (value) => {
        // Dropped while loading: the value may be from before the change, so it is answered but not kept.
        if (this.#loading.get(key) === load) {
          this.#loading.delete(key)
          if (this.#changes.listening) this.#kept.set(key, value)
        }
        return value
      },
      (error: unknown) => {
        if (this.#loading.get(key) === load) this.#loading.delete(key)
        throw error
      },
    )
    this.#loading.set(key, load)
    return load
  }

  drop(key: string): void {
    this.#kept.delete(key)
    this.#loading.delete(key)
  }

  /** Drops the values that a change may have made untrue. One that is loading may be among them. */
  dropWhere(isConcerned: (value: Value) => boolean): void {
    for (const [key, value] of this.#kept.entries()) if (isConcerned(value)) this.#kept.delete(key)
    this.#loading.clear()
  }

  clear(): void {
    this.#kept.clear()
    this.#loading.clear()
  }
}
